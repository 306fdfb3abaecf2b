/** `answers.py`: a class for every object that the service answers or sends. */
import { bodySchema, operationsOf, type ApiDescription } from './description.ts'
import { docstring, generatedNotice, isName, pascalCase } from './python-text.ts'
import { PythonTypes, type PythonClass, type PythonMember } from './python-types.ts'

/** Names that the base class of answers has itself. */
const taken = new Set(['get', 'keys', 'to_dict', 'http'])

const jsonMedia = ['application/json', 'application/har+json', 'application/problem+json']

const heldAs = ({ held, name }: NonNullable<PythonMember['nested']>): string => `("${held}", ${name})`

function memberText({ name, type, required, description }: PythonMember): string {
  if (taken.has(name)) throw new Error(`the member ${name} has the name of a method of answers`)
  if (!isName(name)) return `    # ${JSON.stringify(name)}: ${type}; read it by its name in brackets.\n`
  const optional = required || / \| None$|^Any$/.test(type) ? type : `${type} | None`
  return `    ${name}: ${optional}\n${docstring(description, '    ')}`
}

function classText({ name, schema, members }: PythonClass): string {
  const nested = members.flatMap((member) =>
    member.nested === null ? [] : [`        ${JSON.stringify(member.name)}: ${heldAs(member.nested)},\n`],
  )
  const table =
    nested.length === 0 ? '' : `\n    _nested: ClassVar[Mapping[str, Nested]] = {\n${nested.join('')}    }\n`
  const doc = docstring(schema.description ?? `\`${name}\` of the API description.`, '    ')
  return `class ${name}(Model):\n${doc}\n    __slots__ = ()\n\n${members.map(memberText).join('')}${table}`
}

/** The text of the file. */
export function answerModels(description: ApiDescription): string {
  const types = new PythonTypes(description)
  for (const { operationId, responses } of operationsOf(description)) {
    for (const response of Object.values(responses)) {
      for (const media of jsonMedia) {
        const schema = bodySchema(response, media)
        if (schema !== undefined) types.typeOf(schema, `${pascalCase(operationId)}Answer`)
      }
    }
  }
  for (const [event, { post }] of Object.entries(description.webhooks)) {
    const schema = bodySchema(post.requestBody)
    if (schema !== undefined) types.typeOf(schema, event)
  }
  // The live view sends it; the schema of an event stream is a string.
  types.typeOf({ $ref: '#/components/schemas/PageNote' }, 'PageNote')
  const names = types.classes.map(({ name }) => `    "${name}",\n`).toSorted()
  return `${generatedNotice}
"""What the service answers and sends: one class for each object of the API description."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

from seine_client._model import Model, Nested

__all__ = [
${names.join('')}]


${types.classes.map(classText).join('\n\n')}`
}
