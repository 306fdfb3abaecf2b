import assert from 'node:assert/strict'
import { test } from 'node:test'
import { steadyConfig } from './steady-config.ts'

test('ids of the build leave a configuration, everything else stays in its order', () => {
  const configuration = (id: string): string =>
    JSON.stringify({
      created: '2026-01-01T00:00:00Z',
      container: id,
      parent: `sha256:${id}`,
      config: { Hostname: id, Env: ['A=b'], Healthcheck: { Test: ['CMD', 'true'] } },
      history: [
        { created_by: 'ADD', comment: 'from elsewhere' },
        { created_by: 'RUN', comment: `FROM ${id}`, empty_layer: true },
      ],
      rootfs: { type: 'layers', diff_ids: ['sha256:1'] },
    })
  const steady = steadyConfig(configuration('12'), '')
  assert.equal(steady, steadyConfig(configuration('34'), ''))
  assert.equal(
    steady,
    '{"created":"2026-01-01T00:00:00Z","config":{"Hostname":"","Env":["A=b"],"Healthcheck":{"Test":["CMD","true"]}},"history":[{"created_by":"ADD","comment":"from elsewhere"},{"created_by":"RUN","empty_layer":true}],"rootfs":{"type":"layers","diff_ids":["sha256:1"]}}',
  )
})

test('the commit and the times of steps are those of this build, not of the one that the cache is from', () => {
  const label = 'org.opencontainers.image.revision'
  const text = JSON.stringify({
    created: '2026-01-01T00:00:00Z',
    config: { Labels: { [label]: 'old', other: 'stays' } },
    container_config: { Cmd: ['true'] },
    history: [{ created: '2025-12-31T00:00:00Z', created_by: 'ARG A' }, { created_by: 'ADD' }],
  })
  assert.deepEqual(JSON.parse(steadyConfig(text, 'new')), {
    created: '2026-01-01T00:00:00Z',
    config: { Labels: { [label]: 'new', other: 'stays' } },
    container_config: { Cmd: ['true'] },
    history: [{ created: '2026-01-01T00:00:00Z', created_by: 'ARG A' }, { created_by: 'ADD' }],
  })
})
