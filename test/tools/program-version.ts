/** Calls a program once, so that an installed program that cannot run is found before the tests that need it. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { it, type TestContext } from 'node:test'

const timeoutMs = 60_000

/**
 * Declares the test that a program prints its version.
 * @param args arguments that print it.
 */
export function itTellsItsVersion(name: string, program: string, args: readonly string[] = ['--version']): void {
  it(`${name} tells its version`, async (t: TestContext) => {
    const { stdout, stderr } = await promisify(execFile)(program, [...args], { timeout: timeoutMs })
    const line = `${stdout}${stderr}`.split('\n').find((text) => /version|\d+\.\d+/i.test(text))
    assert.ok(line !== undefined, `${program} ${args.join(' ')} printed no version: ${stdout}${stderr}`)
    t.diagnostic(`${name}: ${line.trim()}`)
  })
}
