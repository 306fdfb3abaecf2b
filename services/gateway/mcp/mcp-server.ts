/** Binds the table of tools to servers of the official package, one for each request or connection. */
import {
  McpServer,
  ResourceTemplate,
  type ServerContext,
  type StandardSchemaWithJSON,
} from '@modelcontextprotocol/server'
import type { TObject } from 'typebox'
import { pathOfJob } from './tools/job-paths.ts'
import { mcpLimits } from './tool/mcp-limits.ts'
import { contentText } from './tools/page-text.ts'
import type { RouteCaller } from './tool/route-caller.ts'
import { TextShelf } from './tool/text-shelf.ts'
import { callTool, type ToolReply } from './tool/tool-call.ts'
import { routeError } from './tool/tool-error.ts'
import { instructions, toolTable } from './tools/tool-table.ts'
import type { Tool } from './tool/tool.ts'

/** For whom a server works. */
export interface McpCaller {
  tenant: string
  call: RouteCaller
  /** Aborts when the caller is gone. */
  gone: AbortSignal
}

/** Presents a schema to the package; arguments are checked by `callTool` and the routes, which name every problem. */
function presented(schema: TObject): StandardSchemaWithJSON {
  // Without the members that are not JSON.
  const plain = JSON.parse(JSON.stringify(schema)) as Record<string, unknown>
  return {
    '~standard': {
      version: 1,
      vendor: 'seine',
      jsonSchema: { input: () => plain, output: () => plain },
      validate: (value) => ({ value }),
    },
  }
}

/** The table in the form of the package; made once. */
const registrations = toolTable.map((tool) => ({
  tool,
  config: {
    title: tool.title,
    description: tool.description,
    inputSchema: presented(tool.input),
    outputSchema: presented(tool.output),
    annotations: { title: tool.title, ...tool.hints },
  },
}))

/** Runs a tool; while it runs, sends progress by time, if the caller asked for it. */
async function run(
  tool: Tool,
  given: unknown,
  { mcpReq }: ServerContext,
  { call, tenant, gone }: McpCaller,
  shelf: TextShelf,
): Promise<ToolReply> {
  const progressToken = mcpReq._meta?.progressToken
  const signal = AbortSignal.any([mcpReq.signal, gone])
  let message = 'working'
  let beats = 0
  const beat = (): void => {
    if (progressToken === undefined || signal.aborted) return
    beats += 1
    const params = { progressToken, progress: beats, message }
    // Who has gone needs no progress.
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined)
  }
  const timer = setInterval(beat, mcpLimits.heartbeatMs)
  const report = (words: string): void => {
    message = words
    if (beats === 0) beat()
  }
  try {
    return await callTool(tool, given, { call, signal, report }, { shelf, tenant })
  } finally {
    clearInterval(timer)
  }
}

/** Offers the status of a job, with the links of its archives, as a resource. */
function registerJobs(server: McpServer, { call, gone }: McpCaller): void {
  const template = new ResourceTemplate('seine://jobs/{id}', { list: undefined })
  const about = {
    title: 'Status of a job',
    description: 'Counters and download links of archives of a crawl or batch.',
    mimeType: 'application/json',
  }
  server.registerResource('job', template, about, async (uri, { id }) => {
    const answer = await call({ method: 'GET', path: pathOfJob(String(id)), signal: gone })
    if (answer.status >= 400) throw routeError(answer)
    return { contents: [{ uri: uri.href, mimeType: 'application/json', text: JSON.stringify(answer.body) }] }
  })
}

/** Offers a page of a job as a resource: its Markdown, or all its formats. */
function registerPages(server: McpServer, { call, gone }: McpCaller): void {
  const template = new ResourceTemplate('seine://jobs/{id}/pages/{index}', { list: undefined })
  const about = {
    title: 'Page of a job',
    description: 'The content of a page of a crawl or batch; the tools crawl_pages and batch_pages list them.',
    mimeType: 'text/markdown',
  }
  server.registerResource('page', template, about, async (uri, { id, index }) => {
    const path = `${pathOfJob(String(id))}/pages/${encodeURIComponent(String(index))}`
    const answer = await call({ method: 'GET', path, signal: gone })
    if (answer.status >= 400) throw routeError(answer)
    const { markdown, ...others } = (answer.body['output'] ?? {}) as Record<string, unknown>
    const isMarkdown = typeof markdown === 'string'
    const whole = isMarkdown ? markdown : contentText(others)
    const text = whole.slice(0, mcpLimits.resourceMaxCharacters)
    const note = text.length === whole.length ? '' : `\n\n[${whole.length - text.length} characters follow.]`
    return { contents: [{ uri: uri.href, mimeType: isMarkdown ? 'text/markdown' : 'text/plain', text: text + note }] }
  })
}

/** Creates a maker of servers; servers of one maker share the texts that can be read on. */
export function createServers(version: string): (caller: McpCaller) => McpServer {
  const shelf = new TextShelf()
  return (caller) => {
    const server = new McpServer({ name: 'seine', title: 'Seine', version }, { instructions })
    for (const { tool, config } of registrations) {
      server.registerTool(
        tool.name,
        config,
        async (given: unknown, context: ServerContext) => await run(tool, given, context, caller, shelf),
      )
    }
    registerJobs(server, caller)
    registerPages(server, caller)
    return server
  }
}
