import assert from 'node:assert/strict'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { Progress } from '../checkout/progress.ts'
import { obtainChromium, type ChromiumContext } from './install-chromium.ts'

const base = mkdtempSync(join(tmpdir(), 'seine-chromium-'))
after(() => rmSync(base, { recursive: true, force: true }))

/** Creates the requested programs in its own directory. */
const fakeApt = `#!/bin/sh
echo "apt-get $*" | sed 's/-o [^ ]* //g' >> "$CALLS"
sleep 0.1
case "$*" in *" update") exit 100 ;; esac
[ -z "$APT_BREAKS" ] || { echo "E: Unable to locate package"; exit 100; }
for name in chromium chromium-headless-shell; do
  case " $* " in *" $name "*) printf '#!/bin/sh\\n' > "$BIN/$name"; chmod +x "$BIN/$name" ;; esac
done
`

const fakeSudo = `#!/bin/sh
echo "sudo $1" >> "$CALLS"
[ -z "$SUDO_BREAKS" ] || { echo "sudo: a password is required"; exit 1; }
shift
exec "$@"
`

const anything = '#!/bin/sh\n'

/** Creates a machine with exactly these commands, and the few system programs that installing needs. */
function machine(
  commands: Record<string, string>,
  variables: Record<string, string> = {},
  userId = 0,
  system = 'debian',
) {
  const home = mkdtempSync(join(base, 'machine-'))
  const bin = join(home, 'bin')
  mkdirSync(bin)
  const wrapped = Object.fromEntries(
    ['env', 'sh', 'sed', 'sleep', 'chmod'].map((name) => [name, `#!/bin/sh\nPATH=/usr/bin:/bin exec ${name} "$@"\n`]),
  )
  // Forwarding scripts, because the directories of the system's own programs would also put its Chromium on PATH.
  const forwarded = { ...wrapped, env: `#!/bin/sh\nexec /usr/bin/env "$@"\n`, sh: `#!/bin/sh\nexec /bin/sh "$@"\n` }
  for (const [name, text] of Object.entries({ ...forwarded, ...commands })) {
    writeFileSync(join(bin, name), text)
    chmodSync(join(bin, name), 0o755)
  }
  const lines: string[] = []
  const progress: Progress = {
    note: (line) => void lines.push(line.trim()),
    begin: (title) => ({
      done: () => void lines.push(`done ${title}`),
      fail: (why) => void lines.push(`fail ${title}: ${why}`),
    }),
  }
  const calls = join(home, 'calls')
  const context: ChromiumContext = {
    cache: join(home, 'cache'),
    environment: { PATH: bin, BIN: bin, CALLS: calls, ...variables },
    progress,
    userId,
    system,
  }
  const paths = { shell: join(bin, 'chromium-headless-shell'), chrome: join(bin, 'chromium') }
  const read = (): string[] => (existsSync(calls) ? readFileSync(calls, 'utf8').trim().split('\n') : [])
  return { context, lines, paths, calls: read }
}

const update = 'apt-get -q update'
const installation = (packages: string): string => `apt-get -q install -y --no-install-recommends ${packages}`

test('engines that are here are taken, and nothing is run', async () => {
  const { context, paths, lines, calls } = machine({
    'apt-get': fakeApt,
    chromium: anything,
    'chromium-headless-shell': anything,
  })
  assert.deepEqual(await obtainChromium(context), paths)
  assert.deepEqual([lines, calls()], [[], []])
})

test('as root what is missing is installed, even when some package lists cannot be fetched', async () => {
  const { context, paths, lines, calls } = machine({ 'apt-get': fakeApt })
  assert.deepEqual(await obtainChromium(context), paths)
  assert.deepEqual(calls(), [update, installation('chromium-headless-shell chromium')])
  assert.deepEqual(lines, ['done Chromium'])
  const half = machine({ 'apt-get': fakeApt, chromium: anything })
  assert.deepEqual(await obtainChromium(half.context), half.paths)
  assert.deepEqual(half.calls(), [update, installation('chromium-headless-shell')])
})

test('another user installs by sudo when that needs no password', async () => {
  const { context, paths, calls } = machine({ 'apt-get': fakeApt, sudo: fakeSudo }, {}, 1_000)
  assert.deepEqual(await obtainChromium(context), paths)
  assert.deepEqual(calls(), ['sudo -n', update, installation('chromium-headless-shell chromium')])
})

test('two set-ups at once install once', async () => {
  const { context, paths, calls, lines } = machine({ 'apt-get': fakeApt })
  const both = await Promise.all([obtainChromium(context), obtainChromium(context)])
  assert.deepEqual(both, [paths, paths])
  assert.equal(calls().length, 2)
  assert.equal(lines.filter((line) => line.endsWith('waiting')).length, 1)
})

test('an engine named by a setting is used', async () => {
  const { context, paths, calls } = machine({ 'apt-get': fakeApt, 'my-shell': anything })
  const named = paths.shell.replace('chromium-headless-shell', 'my-shell')
  const environment = { ...context.environment, SEINE_BROWSER_SHELL: named }
  assert.deepEqual(await obtainChromium({ ...context, environment }), { shell: named, chrome: null })
  assert.deepEqual(calls(), [])
})

const nowhere = { shell: null, chrome: null }
const note =
  /^! Chromium is not installed \((?<why>.+)\), so pages that need a browser are not available: install chromium-headless-shell and chromium, or name an executable in SEINE_BROWSER_SHELL or SEINE_BROWSER_CHROME$/

test('without apt-get or rights the set-up continues and says what is not available', async () => {
  for (const [{ context, lines }, why] of [
    [machine({}), 'this system has no apt-get'],
    [machine({ 'apt-get': fakeApt }, {}, 1_000), 'this user is not root and there is no sudo'],
    [machine({ 'apt-get': fakeApt }, {}, 0, 'ubuntu'), 'Ubuntu has Chromium only as a snap'],
  ] as const) {
    assert.deepEqual(await obtainChromium(context), nowhere)
    assert.equal(lines.length, 1)
    assert.equal(note.exec(lines[0]!)?.groups?.['why'], why)
  }
})

test('one engine is enough: nothing is said about the other', async () => {
  const { context, paths, lines } = machine({ chromium: anything })
  assert.deepEqual(await obtainChromium(context), { shell: null, chrome: paths.chrome })
  assert.deepEqual(lines, [])
})

test('an installation that failed is not fatal and not tried again at once', async () => {
  const broken = { 'apt-get': fakeApt, sudo: fakeSudo }
  for (const [variables, userId, why] of [
    [{ APT_BREAKS: 'yes' }, 0, /^apt-get: Unable to locate package, see .*chromium\.log$/],
    [{ SUDO_BREAKS: 'yes' }, 1_000, /^sudo: a password is required, see .*chromium\.log$/],
  ] as const) {
    const { context, lines, calls } = machine(broken, variables, userId)
    assert.deepEqual(await obtainChromium(context), nowhere)
    assert.match(lines[0]!.replace('fail Chromium: ', ''), why)
    assert.match(note.exec(lines[1]!)?.groups?.['why'] ?? '', why)
    const before = calls().length
    assert.deepEqual(await obtainChromium(context), nowhere)
    assert.equal(calls().length, before)
    assert.equal(lines.length, 3)
  }
})
