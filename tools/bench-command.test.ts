import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { parseBenchArguments } from './bench-arguments.ts'
import { benchCommand } from './bench-command.ts'

const root = realpathSync(mkdtempSync(join(tmpdir(), 'seine-bench-command-')))
after(() => rmSync(root, { recursive: true, force: true }))

/** A program in place of the benchmarks: records its input and ends with the requested code. */
const program = join(root, 'program.mjs')
writeFileSync(
  program,
  `import { writeFileSync } from 'node:fs'
   const { SEINE_DEV_TEMPORAL_BIN: temporal, SEINE_DEV_CACHE_DIR: cache, CODE } = process.env
   writeFileSync('seen.json', JSON.stringify({ request: JSON.parse(process.argv[2]), temporal, cache }))
   process.exit(Number(CODE))`,
)
const run = async (args: string[], code: number) =>
  await benchCommand(
    parseBenchArguments(args),
    {
      root,
      cache: '/c',
      environment: { ...process.env, CODE: String(code) },
      tools: { temporal: '/t', versitygw: '/v' },
    },
    program,
  )
const seen = () => JSON.parse(readFileSync(join(root, 'seen.json'), 'utf8')) as Record<string, unknown>

test('the request reaches the program with the tools and the cache', async () => {
  assert.equal(await run(['labs', 'traps'], 0), 0)
  assert.deepEqual(seen(), { request: { bench: 'labs', labs: ['traps'] }, temporal: '/t', cache: '/c' })
})

test('a file for the figures is meant from where the command was typed', async () => {
  await run(['crawl', '--json', 'figures.json'], 0)
  assert.equal((seen()['request'] as { json: string }).json, join(process.cwd(), 'figures.json'))
})

test('a missed pass mark fails the command', async () => {
  assert.equal(await run(['labs'], 3), 1)
})
