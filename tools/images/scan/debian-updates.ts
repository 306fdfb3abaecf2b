/** Which Debian packages of an image have been replaced in Debian's archive, as `apt-cache` in the image says. */

/** What the archive says about an image. */
export interface DebianPolicy {
  /** Names of the installed packages that were compared. */
  compared: ReadonlySet<string>
  updates: DebianUpdate[]
}

/** A package with a newer version in the archive. */
export interface DebianUpdate {
  package: string
  installed: string
  available: string
  /** True when Debian's security archive has it, which has fixes of vulnerabilities only. */
  isSecurity: boolean
}

/** Last line of the script's output: on a busy machine the program that runs it may lose the end. */
const lastLine = 'That is all.'

/** How often the script is run until its whole output has arrived. */
const triesMax = 4

/**
 * Shell script that asks the archive, as the superuser in a container of the image. It compares version by version and
 * simulates no upgrade, which would fail on the packages that an image leaves out on purpose.
 */
export const updateScript = [
  'set -eu',
  // `apt-cache` translates the words that are read here.
  'export LC_ALL=C',
  // By default it succeeds without an index that it could not fetch, and then nothing seems to be outdated.
  'apt-get -qq -o APT::Update::Error-Mode=any update >&2',
  "apt-cache policy | grep -q -- '-security/' || { echo 'no index of the security archive' >&2; exit 1; }",
  // Not in one pipe, which would hide that it fails. All packages whose files are present, as in the bill.
  "packages=$(dpkg-query -W -f '${db:Status-Status} ${Package}\\n')",
  `printf '%s\\n' "$packages" | sed -E '/^(not-installed|config-files) /d; s/^[^ ]+ //' | xargs -r apt-cache policy`,
  `echo '${lastLine}'`,
].join('\n')

/** Returns the lines about versions that are newer than the installed one: the table is sorted, the newest first. */
const newerVersions = (block: string): string => (block.split('Version table:\n')[1] ?? '').split(/^ \*\*\* /m)[0] ?? ''

/**
 * Reads the output of `apt-cache policy`: for each package the installed version, the candidate, and a table of
 * versions with the archives that have them. An update counts as a fix of vulnerabilities when the security archive has
 * any version newer than the installed one: a later release of Debian contains it too.
 */
export function readPolicy(text: string): DebianPolicy {
  const compared = new Set<string>()
  const updates = text.split(/^(?=\S[^\n]*:\n)/m).flatMap((block) => {
    const name = /^(\S+?)(?::\w+)?:\n/.exec(block)?.[1]
    const installed = /^ {2}Installed: (\S+)$/m.exec(block)?.[1] ?? '(none)'
    const available = /^ {2}Candidate: (\S+)$/m.exec(block)?.[1]
    if (name === undefined || installed === '(none)' || available === undefined) return []
    compared.add(name)
    const newer = newerVersions(block)
    if (installed === available || newer === '') return []
    const isSecurity = /^ +-?\d+ \S+ \S+-security\//m.test(newer)
    return [{ package: name, installed, available, isSecurity }]
  })
  return { compared, updates: updates.toSorted((one, other) => (one.package < other.package ? -1 : 1)) }
}

/**
 * Asks about the packages of an image.
 * @param run runs `updateScript` in the image and returns its output.
 * @throws Error when `run` does, or the end of its output is missing every time.
 */
export async function askForUpdates(run: () => Promise<string>): Promise<DebianPolicy> {
  for (let tries = 0; tries < triesMax; tries += 1) {
    const output = await run()
    if (output.endsWith(`${lastLine}\n`)) return readPolicy(output)
  }
  throw new Error(`the end of the answer is missing, ${triesMax} times`)
}
