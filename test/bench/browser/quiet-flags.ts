/** Flags for every peer's browser, so that it connects only to the benchmark's own site. */

/** @param isRoot whether this process runs as root, for which Chromium has no sandbox. */
export const quietFlags = (isRoot = process.getuid?.() === 0): string[] => [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-domain-reliability',
  '--disable-sync',
  '--no-pings',
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
  ...(isRoot ? ['--no-sandbox'] : []),
]
