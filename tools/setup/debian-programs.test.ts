import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { Progress } from '../checkout/progress.ts'
import { obtainPrograms } from './debian-programs.ts'
import type { PackageContext } from './system-packages.ts'

const base = mkdtempSync(join(tmpdir(), 'seine-programs-'))
after(() => rmSync(base, { recursive: true, force: true }))

/** Names that no real package uses, because some system directories are always searched. */
const wanted = {
  key: 'examples',
  title: 'examples',
  programs: ['seine-example', 'seine-helper'],
  packages: ['example', 'helper'],
  without: 'tests of examples are skipped',
}

/** "Installs" the requested programs into its own directory. */
const fakeApt = `#!/bin/sh
echo "$*" >> "$CALLS"
case "$*" in
  *install*) [ -z "$APT_BREAKS" ] || { echo "E: Unable to locate package helper"; exit 100; }
    for name in \${BRINGS-seine-example seine-helper}; do
      printf '#!/bin/sh\\n' > "\${0%/*}/$name"; /bin/chmod +x "\${0%/*}/$name"
    done ;;
esac
`

function machine(variables: Record<string, string> = {}, apt: string | null = fakeApt) {
  const home = mkdtempSync(join(base, 'machine-'))
  const bin = join(home, 'bin')
  mkdirSync(bin)
  if (apt !== null) {
    writeFileSync(join(bin, 'apt-get'), apt)
    chmodSync(join(bin, 'apt-get'), 0o755)
    // The other programs that the installation calls.
    for (const name of ['sh', 'env']) {
      writeFileSync(join(bin, name), `#!/bin/sh\nexec /usr/bin/${name} "$@"\n`)
      chmodSync(join(bin, name), 0o755)
    }
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
  writeFileSync(calls, '')
  const environment = { PATH: bin, CALLS: calls, ...variables }
  const context: PackageContext = { cache: join(home, 'cache'), environment, progress, userId: 0 }
  return { context, bin, lines, calls: () => readFileSync(calls, 'utf8') }
}

test('programs are installed once, also by set-ups that run at once', async () => {
  const { context, bin, lines, calls } = machine()
  const [one, other] = await Promise.all([obtainPrograms(wanted, context), obtainPrograms(wanted, context)])
  assert.equal(one?.['seine-helper'], join(bin, 'seine-helper'))
  assert.deepEqual(other, one)
  assert.equal(calls().match(/ install /g)?.length, 1)
  assert.deepEqual(
    lines.filter((line) => line.startsWith('done')),
    ['done examples'],
  )
})

test('missing ones are named in one sentence each, with the cause and the manual steps, and not tried again at once', async () => {
  const anyone = machine()
  anyone.context.userId = 1_000
  const cases = [
    { ...machine({}, null), sentence: /missing: seine-example, seine-helper \(this system has no apt-get\), so/ },
    { ...anyone, sentence: /\(this user is not root and there is no sudo\), so tests of examples are skipped/ },
    { ...machine({ APT_BREAKS: '1' }), sentence: /\(apt-get: Unable to locate package helper, see .*\.log\), so/ },
    {
      ...machine({ BRINGS: 'seine-example' }),
      sentence:
        /missing: seine-helper \(the packages do not contain them\), so .*; by hand: apt-get install example helper$/,
    },
  ]
  for (const { context, lines, calls, sentence } of cases) {
    assert.equal(await obtainPrograms(wanted, context), null)
    assert.match(lines.at(-1) ?? '', sentence)
    const before = calls()
    assert.equal(await obtainPrograms(wanted, context), null)
    assert.match(lines.at(-1) ?? '', sentence)
    if (context.environment.BRINGS === undefined) assert.equal(calls(), before)
  }
})
