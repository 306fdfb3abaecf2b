import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { test } from 'node:test'
import { PipeTransport } from './pipe-transport.ts'

const turns = async (count: number): Promise<void> => {
  for (let turn = 0; turn < count; turn += 1) await new Promise(setImmediate)
}

function lab() {
  const [commands, answers] = [new PassThrough(), new PassThrough()]
  const transport = new PipeTransport(commands, answers)
  const messages: string[] = []
  let closes = 0
  // As Puppeteer's connection does it: there are no listeners to add.
  Object.assign(transport, {
    onmessage: (message: string) => void messages.push(message),
    onclose: () => void (closes += 1),
  })
  return { transport, commands, answers, messages, closes: () => closes }
}

test('messages are put together whatever the chunks, characters cut in two included', async () => {
  const { answers, messages } = lab()
  const bytes = Buffer.from('{"a":1}\0{"b":"é"}\0\0{"c"')
  for (const byte of bytes) answers.write(Buffer.from([byte]))
  answers.write(Buffer.from(':3}\0{"d":4}\0'))
  await turns(bytes.length + 10)
  assert.deepEqual(messages, ['{"a":1}', '{"b":"é"}', '', '{"c":3}', '{"d":4}'])
})

test('a command ends with a zero byte', async () => {
  const { transport, commands } = lab()
  transport.send('{"id":1}')
  await turns(2)
  assert.equal(String(commands.read()), '{"id":1}\0')
})

test('the end of the answers closes it once; what is sent afterwards is dropped', async () => {
  const { transport, answers, closes } = lab()
  answers.destroy(new Error('broken'))
  await turns(3)
  transport.close()
  transport.send('{}')
  assert.equal(closes(), 1)
})
