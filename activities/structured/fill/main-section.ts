/** Finds the parts of a page that belong to its main heading. */
import type { ItemField } from '@seine/shared/pages/facts.ts'

const isHeading = ({ names }: ItemField): boolean => names.some((name) => /^h[1-6]$/.test(name))

/**
 * Returns the fields between the main heading and the next one: what stands below a later heading may be a related
 * thing. Empty without a main heading.
 * @param fields of the page, in document order.
 */
export function mainSection(fields: readonly ItemField[]): ItemField[] {
  const start = fields.findIndex(({ names }) => names.includes('h1'))
  if (start === -1) return []
  const title = fields[start]?.text ?? ''
  const rest = fields.slice(start + 1)
  // Links and marks in the main heading are fields of their own with its names.
  const end = rest.findIndex((field) => isHeading(field) && !(field.names.includes('h1') && title.includes(field.text)))
  return end === -1 ? rest : rest.slice(0, end)
}
