/** A mail server that stops answering in the middle of a conversation. */
import type { TestContext } from 'node:test'
import { startSockets } from '@seine/shared/egress/testing/fixture-server.ts'

/**
 * Starts the server; it stops when the test ends.
 * @param stage command that is not answered; `CONN` for the greeting, `TEXT` for the reply to the mail itself.
 * @param how whether the server sends nothing or an endless answer.
 * @returns its port.
 */
export async function startStuckServer(
  context: TestContext,
  stage: string,
  how: 'hangs' | 'trickles',
): Promise<number> {
  const { port } = await startSockets(context, (socket) => {
    let isText = false
    const say = (at: string, answer: string): void => {
      if (at !== stage) socket.write(`${answer}\r\n`)
      else if (how === 'trickles') {
        const timer = setInterval(() => socket.write('2'), 50)
        socket.on('close', () => clearInterval(timer))
      }
    }
    say('CONN', '220 here')
    socket.on('data', (chunk) => {
      const text = chunk.toString('latin1')
      if (isText) {
        if (text.endsWith('\r\n.\r\n')) say('TEXT', '250 taken')
        return
      }
      const command = text.slice(0, 4)
      isText = command === 'DATA'
      say(command, isText ? '354 go on' : '250 fine')
    })
  })
  return port
}
