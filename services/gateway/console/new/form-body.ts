/** The body of a request, made from what was entered in a form. */
import type { FormField } from './schema-fields.ts'

/** What was entered, by JSON pointer: text of fields, true or false of flags, names of chosen values. */
export type FormValues = Readonly<Record<string, string | boolean | readonly string[]>>

const number = (text: string): unknown => {
  const value = Number(text)
  // Text that is not a number is sent unchanged: the API's error describes the accepted values.
  return text.trim() === '' || !Number.isFinite(value) ? text : value
}

const json = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Whether the API has a default for the field. */
const hasChoices = (usual: unknown): boolean => Array.isArray(usual) && usual.length > 0

/** Returns the value of a field; undefined when it is left out. */
function valueOf(field: FormField, values: FormValues): unknown {
  const { kind, pointer, default: usual } = field
  if (kind === 'group') {
    const body = bodyOf(field.fields, values)
    return Object.keys(body).length === 0 ? undefined : body
  }
  const value = values[pointer]
  if (value === undefined || value === '') return undefined
  // Without a default in the schema, a box that was ticked and unticked is sent as false.
  if (typeof value === 'boolean') return value === usual ? undefined : value
  if (typeof value !== 'string') return value.length === 0 && !hasChoices(usual) ? undefined : value
  if (kind === 'number') return number(value)
  if (kind === 'json') return json(value)
  if (kind !== 'lines') return value
  const lines = value
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  return lines.length === 0 ? undefined : lines
}

/** Returns the body; fields that were left empty, and flags at their default, are not in it. */
export function bodyOf(fields: readonly FormField[], values: FormValues): Record<string, unknown> {
  const entries = fields.map((field) => [field.name, valueOf(field, values)] as const)
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

/** Messages by the pointer of the field at which each is shown; those of no field are under the empty pointer. */
export function messagesByField(
  fields: readonly FormField[],
  errors: readonly { pointer: string; message: string }[],
): Map<string, string[]> {
  const pointers: string[] = []
  const collect = (list: readonly FormField[]): void => {
    for (const { pointer, fields: inner } of list) {
      pointers.push(pointer)
      collect(inner)
    }
  }
  collect(fields)
  const byField = new Map<string, string[]>()
  for (const { pointer, message } of errors) {
    const owners = pointers.filter((each) => pointer === each || pointer.startsWith(`${each}/`))
    const owner = owners.toSorted((a, b) => b.length - a.length)[0] ?? ''
    byField.set(owner, [...(byField.get(owner) ?? []), message])
  }
  return byField
}
