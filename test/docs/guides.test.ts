/**
 * Runs the code of the guides; the webhook verification they give must accept what Seine sends and reject everything
 * else.
 */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { exampleIds } from '@seine/shared/api/examples/example-ids.ts'
import { Webhook } from 'standardwebhooks'
import { bytecodeInCache, checkPython, checkSkip, clientFolder } from '../python-client/client-python.ts'
import { codeBlocks, type CodeBlock } from './code-blocks.ts'
import { startDocumentedStack, type DocumentedStack } from './documented-stack.ts'

const folder = fileURLToPath(new URL('../../docs/', import.meta.url))
/** Pages for developers of Seine: their examples take long, or need the sources. */
const notForCallers = new Set([
  'architecture.md',
  'development.md',
  'operations.md',
  'compose.md',
  'lifecycle.md',
  'observability.md',
  'benchmarks.md',
  'reliability.md',
  'scaling.md',
  'stores.md',
  'dependencies.md',
  'extraction.md',
])
/** Its samples run with the built wheel of the client, in `test/python-client/`. */
const runElsewhere = new Set(['clients/python.md'])

const needsPythonClient = ({ language, source }: CodeBlock): boolean =>
  language === 'python' && source.includes('seine_client')

/** Variables with which `python3` has the sources of the Python client and the packages that it needs. */
const withPythonClient: Record<string, string> =
  'missing' in checkPython
    ? {}
    : {
        PATH: `${dirname(checkPython.python)}:${process.env['PATH']}`,
        PYTHONPATH: `${clientFolder}/src`,
        ...bytecodeInCache,
      }

const read = (name: string): string => readFileSync(folder + name, 'utf8')

/** What the programs of a page print, among other things. */
const printed: Readonly<Record<string, readonly RegExp[]>> = {
  'quick-start.md': [/# Hallowford on the Wend/, /=== Page 0|status: '(?:crawling|completed)'/],
  'moving.md': [/\/guide\/locks\/ \d+/, /20 pages/],
  'recipes.md': [
    /How a lock works .*\/guide\/locks\/how-a-lock-works/,
    /^Oak table 349\.5$/m,
    /\/broken\/missing\n {2}http_status: .*\n {2}on .*\/broken\/$/m,
    /^site-html\.zip \d+ pages, 0 failed$/m,
    /^GET .*\/api\/items\/\{id\}\n.*\n {2}\{ id, name, text \}$/m,
  ],
}

/** A webhook call that is verified. */
interface Call {
  about: string
  headers: Record<string, string>
  body: string
  secret: string
  accepted: boolean
}

const secretOf = (letter: string): string => `whsec_${Buffer.from(letter.repeat(32)).toString('base64')}`

function calls(): Call[] {
  const [secret, other] = [secretOf('a'), secretOf('b')]
  const body = JSON.stringify({ type: 'crawl.page', data: { url: 'https://shop.example/ä?q="1"' } })
  const id = 'evt_crawl-1_2'
  const signed = (at: Date, ...secrets: string[]) => ({
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': secrets.map((each) => new Webhook(each).sign(id, at, body)).join(' '),
  })
  const now = new Date()
  const old = new Date(now.getTime() - 3_600_000)
  const good = { headers: signed(now, secret), body, secret, accepted: true }
  const bad = { ...good, accepted: false }
  return [
    { ...good, about: 'a call as it was signed' },
    { ...good, about: 'a call during rotation', headers: signed(now, other, secret) },
    { ...bad, about: 'a changed body', body: body.replace('page', 'pale') },
    { ...bad, about: 'a changed id', headers: { ...good.headers, 'webhook-id': 'evt_crawl-1_3' } },
    { ...bad, about: 'another secret', secret: other },
    { ...bad, about: 'an old call', headers: signed(old, secret) },
    { ...bad, about: 'a signature of another version', headers: versionTwo(good.headers) },
  ]
}

const versionTwo = (headers: Record<string, string>): Record<string, string> => ({
  ...headers,
  'webhook-signature': (headers['webhook-signature'] ?? '').replace('v1,', 'v2,'),
})

/** The program that runs a verification function on every call and prints which ones it accepts. */
function harness({ language, source }: CodeBlock, given: readonly Call[]): CodeBlock {
  const data = JSON.stringify(JSON.stringify(given))
  if (language === 'js') {
    const tail = `
      const accepted = JSON.parse(${data}).map(({ body, headers, secret }) => {
        try { return typeof readEvent(body, headers, secret) === 'object' } catch { return false }
      })
      console.log(JSON.stringify(accepted))`
    return { language, source: source + tail }
  }
  const tail = `
def accepts(call):
    try:
        return isinstance(read_event(call["body"].encode(), call["headers"], call["secret"]), dict)
    except Exception:
        return False

print(json.dumps([accepts(call) for call in json.loads(${data})]))
`
  return { language, source: source + tail }
}

describe('the guides', { concurrency: 3 }, () => {
  let documented: DocumentedStack
  before(async () => {
    documented = await startDocumentedStack()
  })
  after(async () => {
    await documented?.close()
  })

  for (const name of globSync('{,clients/}*.md', { cwd: folder }).toSorted()) {
    const blocks = codeBlocks(read(name))
    if (blocks.length === 0 || notForCallers.has(name) || runElsewhere.has(name)) continue
    it(`${name}: its code runs`, { skip: blocks.some(needsPythonClient) && checkSkip }, async () => {
      let all = ''
      for (const block of blocks) {
        const variables = needsPythonClient(block) ? withPythonClient : {}
        const { exitCode, output, errors } = await documented.run(block, variables)
        assert.equal(exitCode, 0, `${block.source}\n${errors}\n${output}`)
        all += output
      }
      for (const pattern of printed[name] ?? []) assert.match(all, pattern)
    })
  }

  for (const [index, block] of codeBlocks(read('webhooks.md'))
    .filter(({ language }) => language !== 'sh')
    .entries()) {
    it(`webhooks.md: verification ${index + 1} (${block.language}) accepts what is signed and refuses the rest`, async () => {
      const given = calls()
      const { exitCode, output, errors } = await documented.run(harness(block, given))
      assert.equal(exitCode, 0, errors)
      const accepted = JSON.parse(output) as boolean[]
      for (const [position, call] of given.entries()) assert.equal(accepted[position], call.accepted, call.about)
    })
  }

  it('recipes.md: the receiver of notices prints a change that is signed, and refuses other calls', async () => {
    const receiver = codeBlocks(read('recipes.md')).find(({ source }) => source.includes('verifyWebhook'))
    assert.ok(receiver !== undefined)
    const tail = `
      const { Webhook } = await import('standardwebhooks')
      const secret = '${secretOf('a')}'
      const data = { run_id: '${exampleIds.watchRun}', url: 'https://example.com/guide/' }
      const body = JSON.stringify({ type: 'watch.page_changed', id: '${exampleIds.watch}', data })
      const now = new Date()
      const headers = {
        'webhook-id': 'evt_1',
        'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
        'webhook-signature': new Webhook(secret).sign('evt_1', now, body),
      }
      console.log(await receive(body, headers, secret), await receive(body + ' ', headers, secret))`
    const { exitCode, output, errors } = await documented.run({ ...receiver, source: receiver.source + tail })
    assert.equal(exitCode, 0, errors)
    assert.match(output, /^new http.*\/guide\/ null\n204 401\n$/)
  })
})
