import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import type { CapturedCall } from './captured-call.ts'
import { noBody, sampleCall } from './testing/sample-call.ts'
import { shellQuoted } from '../code/shell-quoted.ts'
import { curlCommand } from './copy-as-curl.ts'

const body = (text: string, isBase64 = false): CapturedCall['requestBody'] => ({ ...noBody, text, isBase64 })

/** Runs a command in a real shell, with a program `curl` that writes down its arguments and its input. */
function argumentsInShell(context: TestContext, command: string): { given: string[]; input: Buffer } {
  const folder = mkdtempSync(join(tmpdir(), 'seine-curl-'))
  context.after(() => rmSync(folder, { recursive: true }))
  const program = `#!/bin/sh\nprintf '%s\\0' "$@" > "${folder}/given"\ncat > "${folder}/input"\n`
  writeFileSync(join(folder, 'curl'), program, { mode: 0o755 })
  const env = { PATH: `${folder}:/usr/bin:/bin` }
  execFileSync('/bin/sh', ['-c', command], { env, stdio: ['ignore', 'ignore', 'inherit'], cwd: folder })
  const given = readFileSync(join(folder, 'given'), 'utf8').split('\0').slice(0, -1)
  return { given, input: readFileSync(join(folder, 'input')) }
}

test('a shell gives the program exactly what the call had, whatever characters that are', (context) => {
  const hostile = `it's "$(touch pwned)" \`id\` \\ ! *\n; rm -rf / # %s`
  const call = sampleCall({
    method: 'POST',
    url: `https://example.com/a?q='$(id)`,
    requestHeaders: [
      { name: 'x-odd', value: hostile },
      { name: 'content-type', value: 'text/plain' },
    ],
    requestBody: body(hostile),
  })
  const { given } = argumentsInShell(context, curlCommand(call) ?? '')
  assert.deepEqual(given, [
    URL.parse(call.url)?.href,
    '-H',
    `x-odd: ${hostile.replace('\n', ' ')}`,
    '-H',
    'content-type: text/plain',
    '--data-raw',
    hostile,
  ])
})

test('bytes that are no text reach the program whole', (context) => {
  const bytes = Buffer.from([0, 255, 39, 10, 0])
  const call = sampleCall({ method: 'PUT', requestBody: body(bytes.toString('base64'), true) })
  const { given, input } = argumentsInShell(context, curlCommand(call) ?? '')
  assert.deepEqual(given, ['https://example.com/guide/', '-X', 'PUT', '--data-binary', '@-'])
  assert.deepEqual(input, bytes)
})

test('nothing that a terminal acts on is in the command', (context) => {
  const paste = '\u001b[201~\nid\n\u0003\u009b'
  const call = sampleCall({
    method: 'POST',
    requestHeaders: [{ name: 'x-odd', value: `a${paste}\tb` }],
    requestBody: body(`a\tb\r\n${paste}é`),
  })
  const command = curlCommand(call) ?? ''
  assert.doesNotMatch(command.replaceAll('\n', ''), /\p{Cc}/u)
  const { given, input } = argumentsInShell(context, command)
  assert.deepEqual(given, ['https://example.com/guide/', '-H', 'x-odd: a [201~ id b', '--data-binary', '@-'])
  assert.equal(input.toString(), `a\tb\r\n${paste}é`)
})

test('headers that curl writes itself, pseudo headers and names that would read a file are left out', () => {
  const requestHeaders = [
    { name: ':authority', value: 'example.com' },
    { name: '@/etc/passwd', value: '' },
    { name: 'Host', value: 'example.com' },
    { name: 'content-length', value: '3' },
    { name: 'accept-encoding', value: 'gzip, br' },
    { name: 'x-empty', value: '' },
  ]
  assert.equal(
    curlCommand(sampleCall({ requestHeaders })),
    `curl 'https://example.com/guide/' \\\n  -H 'x-empty;' \\\n  --compressed`,
  )
})

test('curl gets flags for methods, brackets and incomplete bodies', () => {
  assert.match(curlCommand(sampleCall({ method: 'HEAD' })) ?? '', /--head$/)
  assert.match(curlCommand(sampleCall({ method: 'DELETE' })) ?? '', /-X 'DELETE'$/)
  assert.match(curlCommand(sampleCall({ url: 'https://example.com/?a[]={1}' })) ?? '', /--globoff$/)
  const cut = sampleCall({ method: 'POST', requestBody: { ...body('half'), isTruncated: true } })
  assert.match(curlCommand(cut) ?? '', /^# The body is not complete\.\ncurl /)
})

test('only addresses of servers become a command', () => {
  for (const url of ['javascript:alert(1)', 'file:///etc/passwd', 'data:,x', '-o /tmp/x', '']) {
    assert.equal(curlCommand(sampleCall({ url })), null)
  }
  assert.notEqual(curlCommand(sampleCall({ url: 'wss://example.com/live' })), null)
})

test('a quoted text has no NUL', () => {
  assert.equal(shellQuoted(`a\0b'c`), `'ab'\\''c'`)
})
