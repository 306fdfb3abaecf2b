/**
 * Options of Ajv for schemas that are part of the code. Ajv would compile the schema of schemas in each of its instances
 * to check them again at every start of a process, which takes 40 ms of CPU; `shared/api/rules/constant-schemas.test.ts` checks them.
 */
export const constantSchemas = { meta: false, validateSchema: false } as const
