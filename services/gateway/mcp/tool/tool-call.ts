/** Runs a tool and cuts its result to the size of a reply. */
import { checkedArguments } from './argument-check.ts'
import { portionEnd } from './bounded-text.ts'
import { mcpLimits } from './mcp-limits.ts'
import { cursorOf, readCursor, type KeptText, type TextShelf } from './text-shelf.ts'
import { ToolError, toolErrorFrom } from './tool-error.ts'
import type { Tool, ToolArguments, ToolContext, ToolResult } from './tool.ts'

/** The answer to a call, in the form of the protocol. */
export interface ToolReply {
  // The package's type of results has an index signature.
  [member: string]: unknown
  content: { type: 'text'; text: string }[]
  structuredContent?: Record<string, unknown>
  isError?: boolean
}

/** Texts of a tenant that can be read on. */
export interface TenantTexts {
  shelf: TextShelf
  tenant: string
}

const part = (text: string) => ({ type: 'text' as const, text })

function portion(
  kept: KeptText,
  start: number,
  maxCharacters: number,
  texts: TenantTexts,
  id: string | null,
): ToolReply {
  const end = portionEnd(kept.text, start, maxCharacters)
  const left = kept.text.length - end
  const cursor = left === 0 ? null : cursorOf(id ?? texts.shelf.keep(texts.tenant, kept), end)
  const words =
    cursor === null ? kept.words : `${kept.words} ${left} characters are left: read on with cursor ${cursor}`
  const text = kept.text.slice(start, end)
  return {
    content: [part(words), ...(text === '' ? [] : [part(text)])],
    structuredContent: { ...kept.facts, next_cursor: cursor },
  }
}

/** Continues a text. @throws ToolError */
function readOn(cursor: unknown, maxCharacters: number, texts: TenantTexts): ToolReply {
  const place = typeof cursor === 'string' ? readCursor(cursor) : null
  const kept = place === null ? null : texts.shelf.find(texts.tenant, place.id)
  if (place === null || kept === null || place.offset > kept.text.length) {
    const next = 'Call again without cursor, and with a larger max_characters if the whole text is needed.'
    throw new ToolError('cursor_expired', 'this cursor is unknown or older than 15 minutes', next)
  }
  return portion(kept, place.offset, maxCharacters, texts, place.id)
}

/** Returns the reply of a tool that has bounded its text itself. */
function wholeReply({ facts, words, text, nextCursor = null }: ToolResult): ToolReply {
  const hint = nextCursor === null ? '' : ` Read on with cursor ${nextCursor}`
  return {
    content: [part(words + hint), ...(text === '' ? [] : [part(text)])],
    structuredContent: { ...facts, next_cursor: nextCursor },
  }
}

async function replyOf(tool: Tool, given: ToolArguments, context: ToolContext, texts: TenantTexts): Promise<ToolReply> {
  if (tool.ownCursors === true) return wholeReply(await tool.run(given, context))
  const maxCharacters = Number(given['max_characters'] ?? mcpLimits.replyCharactersDefault)
  if (given['cursor'] !== undefined) return readOn(given['cursor'], maxCharacters, texts)
  const result = await tool.run(given, context)
  // Tools without long texts have no cursors.
  if (!('next_cursor' in tool.output.properties))
    return { content: [part(result.words)], structuredContent: result.facts }
  return portion(result, 0, maxCharacters, texts, null)
}

/** Calls a tool; every failure is a reply that says what to do next. */
export async function callTool(
  tool: Tool,
  given: unknown,
  context: ToolContext,
  texts: TenantTexts,
): Promise<ToolReply> {
  try {
    return await replyOf(tool, checkedArguments(tool, given), context, texts)
  } catch (error) {
    const { code, message, next } = toolErrorFrom(error)
    return { content: [part(`${code}: ${message}\nNext: ${next}`)], isError: true }
  }
}
