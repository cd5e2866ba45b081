# zsh -f complete.zsh SCRIPT LINE: prints the completions at the end of LINE, one per line. SCRIPT is the completion file in
# a folder of fpath. Completion requires a terminal, so this runs a second zsh in a pseudo-terminal.
zmodload zsh/zpty
export OFFERED=$(mktemp)
zpty terminal zsh -f -i
zpty -w terminal "PROMPT= RPROMPT= fpath=(${(q)1:h} \$fpath)"
zpty -w terminal 'autoload -Uz compinit && compinit -D -u'
# Records the completions that would be shown. Calls with -A, -D and -O only query and are ignored.
zpty -w terminal 'compadd() {
  if [[ ${@[1,(i)(-|--)]} != *-(O|A|D)\ * ]]; then
    local -a hits
    builtin compadd -A hits "$@"
    print -rl -- $hits >> $OFFERED
  fi
  builtin compadd "$@"
}'
zpty -w terminal 'offer() { zle list-choices; exit }; zle -N offer; bindkey "^I" offer'
zpty -w -n terminal "$2"$'\t'
zpty -r terminal ended '*NOTHING*'
sort -u $OFFERED
rm $OFFERED
