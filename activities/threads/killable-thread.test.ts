import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { KillableThread, type KillableThreadOptions } from './killable-thread.ts'

/** Answers a task with the number of tasks received so far, or executes what the task requests. */
const script = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads'
    let tasks = 0
    parentPort.on('message', (task) => {
      tasks += 1
      if (task === 'spin') for (;;);
      if (task === 'exit') process.exit(1)
      if (task === 'throw') throw new Error('on purpose')
      if (task === 'fill') { const kept = []; for (;;) kept.push(new Uint8Array(1024 * 1024).fill(1)) }
      parentPort.postMessage(tasks)
    })
    parentPort.postMessage('ready')`)}`,
)

const threadOf = (options: Partial<KillableThreadOptions> = {}): KillableThread<string, number> =>
  new KillableThread({ name: 'test', script, budgetMs: 60_000, heapMaxMb: 64, idleMs: 60_000, ...options })

describe('KillableThread', () => {
  it('does tasks one after the other in one thread', async (t) => {
    const thread = threadOf()
    t.after(async () => await thread.end())
    const ends = await Promise.all(['a', 'b', 'c'].map(async (task) => await thread.run(task)))
    assert.deepEqual(
      ends,
      [1, 2, 3].map((answer) => ({ kind: 'answered', answer })),
    )
  })

  for (const [task, reason, options] of [
    ['spin', 'time_budget', { budgetMs: 300 }],
    ['fill', 'memory_budget', { memoryMaxMb: 64 }],
    ['exit', 'thread_crash', {}],
    ['throw', 'thread_crash', {}],
  ] as const) {
    it(`loses a task that does ${task}, and gives the next a new thread`, async (t) => {
      const thread = threadOf(options)
      t.after(async () => await thread.end())
      const [first, lost, next] = await Promise.all(['a', task, 'b'].map(async (each) => await thread.run(each)))
      assert.deepEqual(first, { kind: 'answered', answer: 1 })
      assert.deepEqual(lost, { kind: 'lost', reason })
      assert.deepEqual(next, { kind: 'answered', answer: 1 })
    })
  }

  it('ends its thread when it has been idle, and starts another', async (t) => {
    const thread = threadOf({ idleMs: 1 })
    t.after(async () => await thread.end())
    await thread.run('a')
    await new Promise((resolve) => setTimeout(resolve, 50))
    assert.deepEqual(await thread.run('b'), { kind: 'answered', answer: 1 })
  })

  it('rejects a task that cannot be handed over, and continues', async (t) => {
    const thread = new KillableThread<unknown, number>({
      name: 'test',
      script,
      budgetMs: 60_000,
      heapMaxMb: 64,
      idleMs: 60_000,
    })
    t.after(async () => await thread.end())
    await assert.rejects(
      thread.run(() => undefined),
      { name: 'DataCloneError' },
    )
    assert.deepEqual(await thread.run('a'), { kind: 'answered', answer: 1 })
  })

  it('reports a thread that does not start', async () => {
    const thread = threadOf({ name: 'broken', script: new URL('data:text/javascript,throw 1') })
    await assert.rejects(thread.run('a'), /thread broken has ended/)
  })
})
