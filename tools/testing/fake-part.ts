/**
 * A stand-in for a part of the stack: listens on FAKE_PORT, logs its life cycle, and misbehaves on demand. Paths:
 * `/environment`, `/die`; any other path answers 200.
 */
import { spawn } from 'node:child_process'
import { createServer } from 'node:http'

const { FAKE_PORT, FAKE_DIES_AT_START, FAKE_IGNORES_SIGTERM, FAKE_SPAWNS } = process.env

if (FAKE_DIES_AT_START !== undefined) {
  console.error(process.env.FAKE_LAST_WORDS ?? 'no, thank you')
  process.exit(Number(FAKE_DIES_AT_START))
}
console.log(`alive ${process.pid}`)
// A grandchild in the same process group, as a browser would be.
const grandchild = FAKE_SPAWNS === undefined ? null : spawn('sleep', ['60'], { stdio: 'ignore' })
if (grandchild !== null) console.log(`grandchild ${grandchild.pid}`)

process.on('SIGTERM', () => {
  console.log(`SIGTERM ${Date.now()}`)
  if (FAKE_IGNORES_SIGTERM === undefined) process.exit(0)
})

createServer((request, response) => {
  if (request.url === '/die') process.exit(9)
  response.end(request.url === '/environment' ? JSON.stringify(process.env) : 'ok')
}).listen(Number(FAKE_PORT), '127.0.0.1')
