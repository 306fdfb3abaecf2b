import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { test } from 'node:test'
import { MessageTooLargeError, PipeTransport, type PipeTransportOptions } from './pipe-transport.ts'
import { PipePacing } from './pipe-pacing.ts'

const turns = async (count: number): Promise<void> => {
  for (let turn = 0; turn < count; turn += 1) await new Promise(setImmediate)
}

function lab(options: PipeTransportOptions = {}) {
  const [commands, answers] = [new PassThrough(), new PassThrough()]
  const messages: string[] = []
  const faults: Error[] = []
  const transport = new PipeTransport(commands, answers, { ...options, onFault: (fault) => faults.push(fault) })
  let closes = 0
  // Set as properties, as Puppeteer's connection does it: the transport has no way to add listeners.
  Object.assign(transport, {
    onmessage: (message: string) => void messages.push(message),
    onclose: () => void (closes += 1),
  })
  return { transport, commands, answers, messages, faults, closes: () => closes }
}

test('messages are joined from chunks of any size, also within a character', async () => {
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

test('a message over the size limit closes the pipe at once, whatever follows', async () => {
  const { answers, messages, faults, closes } = lab({ messageMaxBytes: 1_000 })
  answers.write('{"a":1}\0')
  await turns(5)
  let written = 0
  while (!answers.destroyed && written < 1_000_000) {
    answers.write(Buffer.alloc(100, 'x'))
    written += 100
    await turns(1)
  }
  // The browser writes into a pipe: only a few pieces are read after the size limit is passed.
  assert.ok(written <= 2_000, `${written} bytes were read`)
  assert.deepEqual(messages, ['{"a":1}'])
  assert.equal(closes(), 1)
  assert.ok(faults[0] instanceof MessageTooLargeError)
  assert.equal(faults.length, 1)
})

test('a message exactly as long as the limit is handled', async () => {
  const { answers, messages, faults } = lab({ messageMaxBytes: 1_000 })
  answers.write(`${'y'.repeat(1_000)}\0`)
  await turns(5)
  assert.equal(messages[0]?.length, 1_000)
  answers.write(`${'y'.repeat(1_001)}\0`)
  await turns(5)
  assert.equal(messages.length, 1)
  assert.equal(faults.length, 1)
})

test('events without a listener are dropped completely, however they are cut, and count towards the limit', async () => {
  const { answers, messages, faults } = lab({ messageMaxBytes: 1_000 })
  const logged = '{"method":"Runtime.consoleAPICalled","params":{"args":["' + 'z'.repeat(500) + '"]}}\0'
  for (const byte of Buffer.from(`${logged}{"id":1}\0`)) answers.write(Buffer.from([byte]))
  answers.write(`{"id":2}\0${logged}{"method":"Log.entryAdded","params":{}}\0{"method":"Log.other","params":{}}\0`)
  await turns(900)
  assert.deepEqual(messages, ['{"id":1}', '{"id":2}', '{"method":"Log.other","params":{}}'])
  answers.write('{"method":"Runtime.consoleAPICalled","params":' + 'z'.repeat(1_000))
  await turns(5)
  assert.ok(faults[0] instanceof MessageTooLargeError)
})

test('an error thrown while handling a message, now or later, closes that pipe only and does not fail the process', async () => {
  const handlers = [
    () => {
      throw new Error('thrown')
    },
    async () => {
      await Promise.resolve()
      throw new Error('rejected')
    },
  ]
  for (const onmessage of handlers) {
    const { transport, answers, faults, closes } = lab()
    Object.assign(transport, { onmessage })
    answers.write('{}\0{}\0')
    await turns(10)
    assert.match(faults[0]?.message ?? '', /thrown|rejected/)
    assert.deepEqual([faults.length, closes()], [1, 1])
  }
})

test('messages wait in the pipe while earlier ones are handled', async () => {
  const { answers, messages } = lab()
  const message = `{"a":"${'b'.repeat(1_000)}"}\0`
  let isFull = false
  for (let count = 0; count < 1_000 && !isFull; count += 1) isFull = !answers.write(message.repeat(10))
  assert.ok(isFull, 'the pipe never filled')
  await turns(20_000)
  assert.equal(answers.readableLength, 0)
  assert.ok(messages.length >= 10)
})

test('messages that arrived before the end of the pipe are handled', async () => {
  const { answers, messages, closes } = lab()
  answers.end('{"a":1}\0{"a":2}\0{"a":3}\0')
  await turns(20)
  assert.deepEqual([messages.length, closes()], [3, 1])
})

test('pipes with long messages together leave half of the time to others', () => {
  let nowMs = 0
  const pipes = new PipePacing(1_000, () => nowMs)
  assert.equal(pipes.waitAfterMs(999, 50), 0)
  assert.equal(pipes.waitAfterMs(1_000, 100), 100)
  nowMs = 50
  // Another pipe: it waits for the rest of the first one's pause as well.
  assert.equal(pipes.waitAfterMs(2_000, 200), 250)
  nowMs = 1_000
  assert.equal(pipes.waitAfterMs(2_000, 30), 30)
})

test('after a long message the next one waits, in the order in which they came', async () => {
  const shared: PipePacing = Object.assign(new PipePacing(), { waitAfterMs: (bytes: number) => (bytes > 50 ? 30 : 0) })
  const { answers, messages } = lab({ pacing: shared })
  const order = ['a', 'b'.repeat(100), 'c', 'd'.repeat(100), 'e']
  answers.write(order.map((message) => `${message}\0`).join(''))
  while (messages.length < 2) await new Promise(setImmediate)
  await new Promise(setImmediate)
  assert.equal(messages.length, 2)
  while (messages.length < order.length) await new Promise((resolve) => setTimeout(resolve, 5))
  assert.deepEqual(messages, order)
})

test('messages are handled however busy the process is', async () => {
  const { answers, messages } = lab()
  const count = 200
  answers.write('{}\0'.repeat(count))
  // Other work takes up every turn of the event loop.
  const hog = (): void => {
    const endsAt = performance.now() + 15
    while (performance.now() < endsAt);
  }
  for (let turn = 0; turn < 500 && messages.length < count; turn += 1) {
    await new Promise((resolve) => setTimeout(resolve))
    hog()
  }
  assert.equal(messages.length, count)
})
