import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSamples, spreadOf, sumOf } from './metric-samples.ts'

const page = `# HELP wait_seconds Waits.
# TYPE wait_seconds histogram
wait_seconds_bucket{task_queue="a",le="0.1"} 90
wait_seconds_bucket{task_queue="a",le="1"} 99
wait_seconds_bucket{task_queue="a",le="+Inf"} 100
wait_seconds_sum{task_queue="a"} 20
wait_seconds_count{task_queue="a"} 100
wait_seconds_bucket{task_queue="b",le="0.1"} 1
wait_seconds_bucket{task_queue="b",le="+Inf"} 1
wait_seconds_sum{task_queue="b"} 0.05
wait_seconds_count{task_queue="b"} 1
requests_total{operation="PutObject",outcome="ok"} 3
requests_total{operation="GetObject",outcome="ok"} 4
up 1
`

test('samples are read with their labels, also where a value holds what separates them', () => {
  assert.deepEqual(readSamples('a{x="1,2} 3",y="\\"q\\""} 5e-1\nb 7\n\n# a 1\nnonsense'), [
    { name: 'a', labels: { x: '1,2} 3', y: '\\"q\\"' }, value: 0.5 },
    { name: 'b', labels: {}, value: 7 },
  ])
})

test('a sum is over all samples that have the labels', () => {
  const samples = readSamples(page)
  assert.equal(sumOf(samples, 'requests_total'), 7)
  assert.equal(sumOf(samples, 'requests_total', { operation: 'GetObject' }), 4)
  assert.equal(sumOf(samples, 'absent'), 0)
})

test('a spread is that of one queue, over the processes that polled it', () => {
  const samples = [...readSamples(page), ...readSamples(page)]
  assert.deepEqual(spreadOf(samples, 'wait_seconds', { task_queue: 'a' }), { count: 200, mean: 0.2, p50: 0.1, p99: 1 })
})

test('a histogram that nothing was written to has a spread of nothing', () => {
  assert.deepEqual(spreadOf([], 'wait_seconds'), { count: 0, mean: 0, p50: 0, p99: 0 })
})
