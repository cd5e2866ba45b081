# zsh -f complete.zsh SCRIPT LINE: what completion offers at the end of the line, one a line. SCRIPT is the completion's file
# in a folder of fpath. It takes a terminal, so that a zsh of its own is driven in one.
zmodload zsh/zpty
export OFFERED=$(mktemp)
zpty terminal zsh -f -i
zpty -w terminal "PROMPT= RPROMPT= fpath=(${(q)1:h} \$fpath)"
zpty -w terminal 'autoload -Uz compinit && compinit -D -u'
# Notes whatever would be shown; the calls with -A, -D and -O only ask.
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
