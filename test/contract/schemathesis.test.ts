/**
 * Runs Schemathesis (https://schemathesis.io) against the real application: it knows the API only from `/openapi.json`,
 * as third-party tools do.
 */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Route } from '@seine/shared/api/routes/route.ts'
import { routes } from '@seine/shared/api/routes/routes.ts'
import { contractGateway } from './contract-gateway.ts'

const program = process.env['SEINE_DEV_SCHEMATHESIS_BIN'] ?? ''

/** Without `ignored_auth`: an address that sends many bad keys soon gets 429, and other tests check keys. */
const checks = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
  'negative_data_rejection',
  'unsupported_method',
  'allow_header_conformance',
]

/** Streams do not end while their job runs. */
const streams = Object.entries<Route>(routes)
  .filter(([, { responses }]) => Object.values(responses).some(({ media }) => media === 'text/event-stream'))
  .map(([name]) => name)

const limitMs = 900_000

/** Runs the tool to its end. @returns exit code and its whole output. */
async function run(args: readonly string[], directory: string): Promise<{ code: number | null; output: string }> {
  const child = spawn(program, args, { cwd: directory, stdio: ['ignore', 'pipe', 'pipe'], timeout: limitMs })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  return await new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, output }))
  })
}

const reason = program === '' ? 'Schemathesis is not here: it needs Python 3.11 or later, see ./dev test' : false

test(
  'Schemathesis finds nothing in what is served that differs from what is described',
  { skip: reason },
  async (t) => {
    const gateway = await contractGateway(t)
    const directory = await mkdtemp(join(tmpdir(), 'seine-schemathesis-'))
    t.after(() => rm(directory, { recursive: true, force: true }))
    const { code, output } = await run(
      [
        'run',
        `${gateway.url}/openapi.json`,
        '--header=Authorization: Bearer acme-key',
        `--checks=${checks.join(',')}`,
        ...streams.map((name) => `--exclude-operation-id=${name}`),
        '--phases=examples,coverage,fuzzing',
        '--max-examples=20',
        '--request-timeout=120',
        '--seed=1',
        '--workers=1',
        '--no-shrink',
        '--continue-on-failure',
        '--suppress-health-check=all',
        '--warnings=off',
      ],
      directory,
    )
    assert.equal(code, 0, output)
  },
)
