/** The parts of the API description that the Python client is made from. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A JSON schema, as far as the description uses it. */
export interface DescribedSchema {
  $ref?: string
  type?: string | string[]
  description?: string
  properties?: Record<string, DescribedSchema>
  required?: string[]
  items?: DescribedSchema
  additionalProperties?: DescribedSchema | boolean
  anyOf?: DescribedSchema[]
  enum?: unknown[]
  const?: unknown
}

export interface DescribedParameter {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  description?: string
  schema: DescribedSchema
}

interface Content {
  content?: Record<string, { schema?: DescribedSchema }>
}

export interface DescribedOperation {
  operationId: string
  summary: string
  description?: string
  parameters?: DescribedParameter[]
  requestBody?: Content
  responses: Record<string, Content>
}

export interface ApiDescription {
  paths: Record<string, Record<string, DescribedOperation>>
  webhooks: Record<string, { post: { requestBody: Content } }>
  components: { schemas: Record<string, DescribedSchema> }
}

/** An operation with its place. */
export interface PlacedOperation extends DescribedOperation {
  method: string
  path: string
}

/** Reads `openapi.json` of a repository. */
export const readDescription = (root: string): ApiDescription =>
  JSON.parse(readFileSync(join(root, 'openapi.json'), 'utf8')) as ApiDescription

/** All operations, in the order of the description. */
export const operationsOf = ({ paths }: ApiDescription): PlacedOperation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
  )

/** The schema of a body in a form; undefined without one. */
export const bodySchema = ({ content = {} }: Content, media = 'application/json'): DescribedSchema | undefined =>
  content[media]?.schema

/** The name of a referenced schema; undefined for a schema that is written in place. */
export const referencedName = ({ $ref }: DescribedSchema): string | undefined => $ref?.split('/').at(-1)
