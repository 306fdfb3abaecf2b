import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { parseReliabilityArguments } from './reliability-arguments.ts'
import { reliabilityCommand } from './reliability-command.ts'

const root = realpathSync(mkdtempSync(join(tmpdir(), 'seine-reliability-command-')))
after(() => rmSync(root, { recursive: true, force: true }))

/** A program in place of the rows: records its input and ends with the requested code. */
const program = join(root, 'program.mjs')
writeFileSync(
  program,
  `import { writeFileSync } from 'node:fs'
   writeFileSync('seen.json', process.argv[2])
   process.exit(Number(process.env.CODE))`,
)

const run = async (args: string[], code: number) =>
  await reliabilityCommand(
    parseReliabilityArguments(args),
    {
      root,
      cache: '/c',
      environment: { ...process.env, CODE: String(code) },
      tools: { temporal: '/t', versitygw: '/v' },
    },
    program,
  )

test('the rows reach the program, a file for the results as an absolute path', async () => {
  assert.equal(await run(['R5', '--short', '--json', 'figures.json'], 0), 0)
  const seen = JSON.parse(readFileSync(join(root, 'seen.json'), 'utf8')) as unknown
  assert.deepEqual(seen, { rows: ['R5'], short: true, json: join(process.cwd(), 'figures.json') })
})

test('a row that has not passed fails the command', async () => {
  assert.equal(await run([], 1), 1)
})
