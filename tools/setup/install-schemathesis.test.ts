import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { Progress } from '../checkout/progress.ts'
import { obtainSchemathesis, schemathesisVersion } from './install-schemathesis.ts'
import { SetUpError } from './set-up-error.ts'
import type { PackageContext } from './system-packages.ts'

const base = mkdtempSync(join(tmpdir(), 'seine-schemathesis-'))
after(() => rmSync(base, { recursive: true, force: true }))

/** Creates an environment whose Python "installs" the program into its own directory. */
const fakePython = `#!/bin/sh
echo "python $2" >> "$CALLS"
case "$*" in
  *"import sys"*) [ -z "$TOO_OLD" ] || exit 1 ;;
  *venv*) for home; do :; done; /bin/mkdir -p "$home/bin"; /bin/cp "$0" "$home/bin/python" ;;
  *pip*) [ -z "$PIP_BREAKS" ] || exit 1
    program="\${0%/*}/schemathesis"; printf '#!/bin/sh\\n' > "$program"; /bin/chmod +x "$program" ;;
esac
`

function machine(variables: Record<string, string> = {}, python: string | null = fakePython) {
  const home = mkdtempSync(join(base, 'machine-'))
  const bin = join(home, 'bin')
  mkdirSync(bin)
  if (python !== null) {
    writeFileSync(join(bin, 'python3'), python)
    chmodSync(join(bin, 'python3'), 0o755)
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
  const context: PackageContext = {
    cache: join(home, 'cache'),
    environment: { PATH: bin, CALLS: calls, ...variables },
    progress,
  }
  return { context, lines, calls: () => readFileSync(calls, 'utf8') }
}

test('it is installed once, also by set-ups that run at once', async () => {
  const { context, lines, calls } = machine()
  const [one, other] = await Promise.all([obtainSchemathesis(context), obtainSchemathesis(context)])
  assert.ok(one?.endsWith('/bin/schemathesis'))
  assert.equal(other, one)
  assert.equal(calls().match(/^python pip$/gm)?.length, 1)
  assert.equal(lines.filter((line) => line.startsWith('done')).length, 1)
})

test('where Python is missing or too old, or pip fails, that is said, and not tried again at once', async () => {
  for (const { context, lines, calls } of [
    machine({}, null),
    machine({ TOO_OLD: '1' }),
    machine({ PIP_BREAKS: '1' }),
  ]) {
    assert.equal(await obtainSchemathesis(context), null)
    assert.match(lines.at(-1) ?? '', /missing: Schemathesis \(.+\), so its test is skipped/)
    const before = calls()
    assert.equal(await obtainSchemathesis(context), null)
    assert.equal(calls(), before)
  }
})

test('the packages it is made of are those of its version, each with hashes', () => {
  const text = readFileSync(new URL('modules/schemathesis/requirements.txt', import.meta.url), 'utf8')
  assert.match(text, new RegExp(`^schemathesis==${RegExp.escape(schemathesisVersion)} `, 'm'))
  const packages = text.split(/^(?=[a-z])/m).slice(1)
  assert.ok(packages.length > 20)
  for (const each of packages) assert.match(each, /^[a-z0-9-]+==[\d.]+ \\\n {4}--hash=sha256:[0-9a-f]{64}/)
})

test('a program that a variable names is used, and must be one', async () => {
  const { context } = machine({ SEINE_DEV_SCHEMATHESIS_BIN: '/bin/sh' })
  assert.equal(await obtainSchemathesis(context), '/bin/sh')
  const wrong = machine({ SEINE_DEV_SCHEMATHESIS_BIN: '/nowhere' })
  await assert.rejects(obtainSchemathesis(wrong.context), SetUpError)
})
