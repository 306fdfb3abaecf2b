import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { Progress } from '../progress.ts'
import type { ChromiumContext } from './install-chromium.ts'
import { containerPrograms, obtainPrograms } from './debian-programs.ts'

const base = mkdtempSync(join(tmpdir(), 'seine-programs-'))
after(() => rmSync(base, { recursive: true, force: true }))

/** "Installs" the programs it is asked for beside itself. */
const fakeApt = `#!/bin/sh
echo "$*" >> "$CALLS"
case "$*" in
  *install*) [ -z "$APT_BREAKS" ] || exit 100
    for name in mmdebstrap buildah podman runc netavark aardvark-dns; do
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
    // The rest of what the installation calls.
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
  const context: ChromiumContext = { cache: join(home, 'cache'), environment, progress, userId: 0 }
  return { context, bin, lines, calls: () => readFileSync(calls, 'utf8') }
}

test('programs are installed once, also by set-ups that run at once', async () => {
  const { context, bin, lines, calls } = machine()
  const [one, other] = await Promise.all([
    obtainPrograms(containerPrograms, context),
    obtainPrograms(containerPrograms, context),
  ])
  assert.equal(one?.buildah, join(bin, 'buildah'))
  assert.deepEqual(other, one)
  assert.equal(calls().match(/ install /g)?.length, 1)
  assert.deepEqual(
    lines.filter((line) => line.startsWith('done')),
    ['done container tools'],
  )
})

test('where there is no apt-get, or it fails, that is said, and not tried again at once', async () => {
  for (const { context, lines, calls } of [machine({}, null), machine({ APT_BREAKS: '1' })]) {
    assert.equal(await obtainPrograms(containerPrograms, context), null)
    assert.match(lines.at(-1) ?? '', /cannot be had here: tests of the images are skipped/)
    const before = calls()
    assert.equal(await obtainPrograms(containerPrograms, context), null)
    assert.equal(calls(), before)
  }
})
