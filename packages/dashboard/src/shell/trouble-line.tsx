import type { Trouble } from "../api/trouble.ts";
import { useTrouble } from "../api/use-trouble.ts";
import { Icon } from "../components/icon.tsx";
import { duration } from "../text/format.ts";
import { text } from "../text/text.ts";

/** A line above the page that says why it waits. What is on the page stays. */
export function TroubleLine() {
  const trouble = useTrouble();
  return (
    <div className="trouble-place" role="status">
      {trouble && (
        <p className="trouble">
          <Icon name={trouble.kind === "slow" ? "clock" : "alert"} size={16} />
          {troubleText(trouble)}
        </p>
      )}
    </div>
  );
}

function troubleText(trouble: Trouble): string {
  return trouble.kind === "limited"
    ? text.trouble.limited(duration((trouble.untilMs - Date.now()) / 1000))
    : text.trouble[trouble.kind];
}
