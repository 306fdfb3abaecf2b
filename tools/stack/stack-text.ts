/** The text that describes a running stack to users. */
import type { StackFile } from '@seine/shared/config/stack-file.ts'

function browserState({ browserWorker, pids }: StackFile): string {
  return browserWorker ?? (pids.browserWorker === null ? 'off (./dev doctor says why)' : 'starting')
}

/**
 * Describes a stack: the console first, all URLs, the development key, the variables for the samples of the guides, and a first request to
 * try.
 */
export function describeStack(stack: StackFile): string {
  const rows: [string, string][] = [
    ['console', `${stack.gateway}/  (sign in with the API key)`],
    ['gateway', stack.gateway],
    ['API key', stack.apiKey],
    ['Temporal UI', stack.temporalUi ?? 'off'],
    ['Temporal', stack.temporal],
    ['S3 store', `${stack.s3} (bucket ${stack.bucket})`],
    ['browser worker', browserState(stack)],
    ['logs', stack.logs],
  ]
  const width = Math.max(...rows.map(([name]) => name.length))
  return [
    ...rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`),
    '',
    'Try it (docs/quick-start.md continues from here):',
    `  export SEINE_URL=${stack.gateway}`,
    `  export SEINE_KEY=${stack.apiKey}`,
    '  curl -sS "$SEINE_URL/crawl" -H "Authorization: Bearer $SEINE_KEY" \\',
    `    -H 'Content-Type: application/json' -d '{"url": "https://example.com/", "limit": 10}'`,
    '',
  ].join('\n')
}
