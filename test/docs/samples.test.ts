/** Runs the samples of the API description and checks that they print what the description states. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Route } from '@seine/shared/api/routes/route.ts'
import { routes, type RouteName } from '@seine/shared/api/routes/routes.ts'
import { codeSamples, type CodeSample } from '@seine/shared/api/openapi/samples.ts'
import { schemaErrors } from '@seine/shared/api/testing/schema-errors.ts'
import type { RunnableLanguage } from './code-blocks.ts'
import { startDocumentedStack, type DocumentedStack } from './documented-stack.ts'

const languages: Record<CodeSample['lang'], RunnableLanguage> = { Shell: 'sh', JavaScript: 'js', Python: 'python' }

/** Checks the output of a sample; Node prints objects in its own, abbreviated format. */
function check(name: RouteName, lang: CodeSample['lang'], output: string): void {
  const [answer] = Object.values((routes[name] as Route).responses)
  assert.ok(answer !== undefined)
  if (answer.schema === null) assert.match(output, /^(?:204\n)?$/)
  else if (answer.media === 'text/event-stream') assert.match(output, /^event: end\nid: end\ndata: \{.*\}$/m)
  else if (lang === 'JavaScript') assert.match(output, /^\{[\s\S]*\}\n$/)
  else assert.deepEqual(schemaErrors(answer.schema, JSON.parse(output)), [])
}

describe('request samples', { concurrency: 3 }, () => {
  let documented: DocumentedStack
  before(async () => {
    documented = await startDocumentedStack()
  })
  after(async () => {
    await documented?.close()
  })

  for (const name of Object.keys(routes) as RouteName[]) {
    for (const { lang, label, source } of codeSamples(name)) {
      it(`${name} in ${label}`, async () => {
        const { exitCode, output, errors } = await documented.run({ language: languages[lang], source })
        assert.equal(exitCode, 0, `${errors}\n${output}`)
        check(name, lang, output)
      })
    }
  }
})
