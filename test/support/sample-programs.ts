/** True when what runs the samples of the guide and the reference is installed: curl, and Python with requests. */
export function hasSamplePrograms(): boolean {
  return Bun.which("curl") !== null && hasRequests();
}

/** True when Python can import requests. */
export function hasRequests(): boolean {
  if (Bun.which("python3") === null) return false;
  return Bun.spawnSync(["python3", "-c", "import requests"]).exitCode === 0;
}
