/**
 * Code samples of every route in curl, Node and Python, generated from its example request. They need only the tool
 * itself, read base URL and key from `SEINE_URL` and `SEINE_KEY`, and fail when the answer is not a success.
 */
import { exampleOf, type RouteExample } from '../examples/examples.ts'
import type { Route } from '../routes/route.ts'
import { routes, type RouteName } from '../routes/routes.ts'
import { literal, stringLiteral } from './source-literal.ts'

/** An entry of `x-codeSamples` of an operation. */
export interface CodeSample {
  /** Language, for highlighting. */
  lang: 'Shell' | 'JavaScript' | 'Python'
  label: 'curl' | 'Node' | 'Python'
  source: string
}

/** The parts of a request that the samples of all languages use. */
interface SampleRequest {
  method: string
  /** Path with example values and query. */
  path: string
  auth: boolean
  body: Record<string, unknown> | null
  /** True when the answer is an event stream. */
  stream: boolean
  /** True when the answer has no body. */
  empty: boolean
}

function sampleRequest(route: Route, example: RouteExample): SampleRequest {
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_found, name: string) =>
    encodeURIComponent(example.params?.[name] ?? name),
  )
  const search = new URLSearchParams(example.query).toString()
  return {
    method: route.method.toUpperCase(),
    path: search === '' ? path : `${path}?${search}`,
    auth: route.auth,
    body: example.body ?? null,
    stream: Object.values(route.responses).some(({ media }) => media === 'text/event-stream'),
    empty: Object.values(route.responses).every(({ schema }) => schema === null),
  }
}

/** Quotes a text as one shell word. */
const shellQuoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

function curl({ method, path, auth, body, stream }: SampleRequest): string {
  // With a body, curl uses POST by default.
  const usual = body === null ? 'GET' : 'POST'
  return [
    `curl -sS --fail-with-body${stream ? ' -N' : ''}${method === usual ? '' : ` -X ${method}`} "$SEINE_URL${path}"`,
    ...(auth ? ['-H "Authorization: Bearer $SEINE_KEY"'] : []),
    ...(body === null ? [] : ["-H 'Content-Type: application/json'", `-d ${shellQuoted(literal(body, 'json', 2))}`]),
  ].join(' \\\n  ')
}

function node({ method, path, auth, body, stream, empty }: SampleRequest): string {
  const headers = [
    ...(auth ? ['    Authorization: `Bearer ${process.env.SEINE_KEY}`,'] : []),
    ...(body === null ? [] : ["    'Content-Type': 'application/json',"]),
  ]
  const options = [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    ...(headers.length === 0 ? [] : ['  headers: {', ...headers, '  },']),
    ...(body === null ? [] : [`  body: JSON.stringify(${literal(body, 'js', 2)}),`]),
  ]
  const url = `\`\${process.env.SEINE_URL}${path}\``
  const call = options.length === 0 ? `fetch(${url})` : `fetch(${url}, {\n${options.join('\n')}\n})`
  const rest = stream
    ? [
        'if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)',
        'for await (const text of answer.body.pipeThrough(new TextDecoderStream())) {',
        '  process.stdout.write(text)',
        '}',
      ]
    : empty
      ? ['if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)', 'console.log(answer.status)']
      : [
          'const result = await answer.json()',
          'if (!answer.ok) throw new Error(`${answer.status} ${result.code}: ${result.detail}`)',
          'console.log(result)',
        ]
  return [`const answer = await ${call}`, ...rest].join('\n')
}

function python({ method, path, auth, body, stream, empty }: SampleRequest): string {
  const headers = [
    ...(auth ? ['        "Authorization": "Bearer " + os.environ["SEINE_KEY"],'] : []),
    ...(body === null ? [] : ['        "Content-Type": "application/json",']),
  ]
  const request = [
    'request = urllib.request.Request(',
    `    os.environ["SEINE_URL"] + ${stringLiteral(path, 'python')},`,
    ...(method === 'GET' ? [] : [`    method="${method}",`]),
    ...(headers.length === 0 ? [] : ['    headers={', ...headers, '    },']),
    ...(body === null ? [] : [`    data=json.dumps(${literal(body, 'python', 4)}).encode(),`]),
    ')',
  ]
  const answer = stream
    ? ['    for line in answer:', '        print(line.decode(), end="")']
    : [empty ? '    print(answer.status)' : '    print(json.dumps(json.load(answer), indent=2))']
  return [
    `import ${stream || empty ? '' : 'json, '}os, urllib.request`,
    '',
    ...request,
    'with urllib.request.urlopen(request) as answer:',
    ...answer,
  ].join('\n')
}

/** Returns the samples of a route in display order; empty for the documentation page. */
export function codeSamples(name: RouteName): CodeSample[] {
  const example = exampleOf(name)
  if (example === null) return []
  const request = sampleRequest(routes[name], example)
  return [
    { lang: 'Shell', label: 'curl', source: curl(request) },
    { lang: 'JavaScript', label: 'Node', source: node(request) },
    { lang: 'Python', label: 'Python', source: python(request) },
  ]
}
