/** `requests.py`: the members of request bodies, for type checkers. */
import { bodySchema, operationsOf, referencedName, type ApiDescription } from './description.ts'
import { docstring, generatedNotice, isName } from './python-text.ts'
import { PythonTypes, type PythonClass, type PythonMember } from './python-types.ts'

/** The name of the class with the members of a request that may be left out. */
export const optionsName = (name: string): string => name.replace(/Request$/, 'Options')

function memberText({ name, type, description }: PythonMember): string {
  if (!isName(name)) throw new Error(`the member ${name} of a request cannot be an attribute`)
  return `    ${name}: ${type}\n${docstring(description, '    ')}`
}

/**
 * A class of optional members, and one below it with the required ones: `NotRequired` is missing in Python 3.10.
 */
function classText({ name, schema, members }: PythonClass): string {
  const doc = docstring(schema.description ?? `\`${name}\` of the API description.`, '    ')
  const required = members.filter((member) => member.required)
  const optional = members.filter((member) => !member.required)
  const whole = (base: string, own: readonly PythonMember[], total: string): string =>
    `class ${name}(${base}${total}):\n${doc}${own.length === 0 ? '' : `\n${own.map(memberText).join('')}`}`
  if (optional.length === 0) return whole('TypedDict', required, '')
  const isBody = name.endsWith('Request')
  if (required.length === 0 && !isBody) return whole('TypedDict', optional, ', total=False')
  const base = isBody ? optionsName(name) : `${name}Options`
  const baseDoc = `    """Members of \`${name}\` that may be left out."""\n`
  const baseText = `class ${base}(TypedDict, total=False):\n${baseDoc}\n${optional.map(memberText).join('')}`
  return `${baseText}\n\n${whole(base, required, '')}`
}

/** The text of the file. */
export function requestTypes(description: ApiDescription): string {
  const types = new PythonTypes(description)
  for (const { operationId, requestBody } of operationsOf(description)) {
    const schema = requestBody === undefined ? undefined : bodySchema(requestBody)
    if (schema === undefined) continue
    if (referencedName(schema) === undefined) throw new Error(`the body of ${operationId} has no name`)
    types.typeOf(schema, operationId)
  }
  return `${generatedNotice}
"""What the service is asked: the members of each request body, as the API description spells them."""

from __future__ import annotations

from typing import Any, Literal, TypedDict

${types.classes.map((each) => `\n${classText(each)}`).join('\n')}`
}
