/** A detached supervisor of a stack of stand-ins; replaces the `supervise` command. */
import { superviseCommand } from '../supervise-command.ts'
import { fakePart, fakeStack } from './fake-stack.ts'

const options = fakeStack(process.env.SEINE_DEV_STATE_DIR ?? '')
if (process.env.FAKE_STACK_BREAKS !== undefined) {
  options.parts.gateway = fakePart('gateway', { FAKE_DIES_AT_START: '5' })
}
if (process.env.FAKE_STACK_HAS_BROWSER !== undefined) {
  options.tools = { ...options.tools, chromium: { shell: '/bin/true', chrome: null } }
}
process.exitCode = await superviseCommand({ ...options, whileUsed: process.argv.includes('--while-used') })
