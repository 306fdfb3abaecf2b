/** The table of error codes in `docs/errors.md`, generated from the catalogue. */
import { problems } from '@seine/shared/api/schemas/problems.ts'

/** The rows, with unpadded cells. */
export const errorRows: readonly (readonly string[])[] = Object.entries(problems).map(
  ([code, { status, title, retryable }]) => [String(status), `\`${code}\``, title, retryable ? 'yes' : 'no'],
)

/** Returns the cells of every table row of a Markdown text. */
export const tableRows = (markdown: string): string[][] =>
  [...markdown.matchAll(/^\|(.*)\|$/gm)].map(([, cells = '']) => cells.split('|').map((cell) => cell.trim()))
