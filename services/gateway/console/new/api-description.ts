/** Reads the API description once; forms are generated from it. */
import { call } from '../api/call.ts'
import { atSignOut } from '../api/session.ts'
import { fieldsOf, type FormField, type FormSchema, type SchemaTable } from './schema-fields.ts'

interface ApiDescription {
  components: { schemas: SchemaTable }
  paths: Readonly<
    Record<string, { post?: { requestBody?: { content: Readonly<Record<string, { schema: FormSchema }>> } } }>
  >
}

let reading: Promise<ApiDescription> | null = null

atSignOut(() => {
  reading = null
})

/** Returns the fields of the body of a `POST`. @param path with a slash in front. @throws as `call` does. */
export async function requestFields(path: string): Promise<FormField[]> {
  reading ??= call<ApiDescription>('openapi.json').catch((error: unknown) => {
    reading = null
    throw error
  })
  const { paths, components } = await reading
  const schema = paths[path]?.post?.requestBody?.content['application/json']?.schema
  return schema === undefined ? [] : fieldsOf(schema, components.schemas)
}
