import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { cpuTimesFileVariable } from './test-durations.ts'

const busyMs = 200
const busy = `const used = () => { for (let at = 0; at < 1e6; at += 1); const { user, system } = process.cpuUsage(); return user + system }
  while (used() < ${busyMs * 1_000});`

it('records the CPU time of a test file and of the processes it started', { skip: !existsSync('/proc/self') }, (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'seine-cpu-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const record = join(folder, 'times.txt')
  const run = (name: string, text: string): void => {
    writeFileSync(join(folder, name), text)
    execFileSync(process.execPath, ['--import', import.meta.resolve('./record-cpu.ts'), join(folder, name)], {
      cwd: folder,
      env: { ...process.env, [cpuTimesFileVariable]: record },
    })
  }
  const inChild = `import { execFileSync } from 'node:child_process'
    execFileSync(process.execPath, ['-e', ${JSON.stringify(busy)}])`
  run('own.test.ts', busy)
  run('child.test.ts', inChild)
  run('program.ts', busy)
  const lines = readFileSync(record, 'utf8').trimEnd().split('\n')
  const times = lines.map((line) => line.split('\t'))
  assert.deepEqual(
    times.map(([path]) => path),
    ['own.test.ts', 'child.test.ts'],
  )
  for (const [path, cpuMs] of times) assert.ok(Number(cpuMs) >= busyMs, `${path}: ${cpuMs} ms`)
})
