/** What a tool is: its description for models, and its operation on the routes. */
import type { TObject } from 'typebox'
import type { RouteCaller } from './route-caller.ts'

/** Hints by which hosts decide whether to ask their user. */
export interface ToolHints {
  readOnlyHint: boolean
  destructiveHint: boolean
  idempotentHint: boolean
  openWorldHint: boolean
}

export type ToolArguments = Record<string, unknown>

/** What a running tool can use. */
export interface ToolContext {
  call: RouteCaller
  signal: AbortSignal
  /** Sets the message of the next progress notification. */
  report: (message: string) => void
}

/** The result of a tool before it is cut to the size of a reply. */
export interface ToolResult {
  /** Members of the structured result. */
  facts: Record<string, unknown>
  /** Our own words about the result. */
  words: string
  /** Text to read; it may come from a website. */
  text: string
  /** Cursor of a tool that has cursors of its own; null at the end. */
  nextCursor?: string | null
}

export interface Tool {
  name: string
  title: string
  description: string
  input: TObject
  output: TObject
  hints: ToolHints
  /** True when the tool bounds its text itself, and continues by cursors that need no memory. @default false */
  ownCursors?: boolean
  run(given: ToolArguments, context: ToolContext): Promise<ToolResult>
}
