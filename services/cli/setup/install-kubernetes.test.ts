import assert from 'node:assert/strict'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { repositoryRoot } from '../locations.ts'
import type { Progress } from '../progress.ts'
import { findKubernetes, obtainKubernetes, type KubernetesContext } from './install-kubernetes.ts'

const base = mkdtempSync(join(tmpdir(), 'seine-install-kubernetes-'))
after(() => rmSync(base, { recursive: true, force: true }))

/** "Builds" an executable for each package, and "downloads" a module with one definition. */
const fakeGo = `#!/bin/sh
echo "$*" >> "$CALLS"
case "$1" in
  build)
    [ -f go.mod ] || exit 3
    case "$PWD" in *"$BREAK"*) echo "cannot build"; exit 1 ;; esac
    mkdir -p out
    for package in "$@"; do
      case "$package" in
        go.etcd.io/etcd/server/v3) name=server ;;
        k8s.io/*) name=\${package##*/} ;;
        *) continue ;;
      esac
      printf '#!/bin/sh\\n' > "out/$name" && chmod +x "out/$name"
    done ;;
  mod)
    mkdir -p "$MODULE/config/crd/bases" && echo "kind: X" > "$MODULE/config/crd/bases/x.yaml"
    echo "{\\"Dir\\": \\"$MODULE\\"}" ;;
esac
`

function machine(variables: Record<string, string> = {}, go: string | null = fakeGo) {
  const home = mkdtempSync(join(base, 'machine-'))
  const bin = join(home, 'bin')
  mkdirSync(bin)
  if (go !== null) {
    writeFileSync(join(bin, 'go'), go)
    chmodSync(join(bin, 'go'), 0o755)
  }
  const root = join(home, 'repository')
  cpSync(join(repositoryRoot, 'test', 'ops', 'kubernetes'), join(root, 'test', 'ops', 'kubernetes'), {
    recursive: true,
  })
  const lines: string[] = []
  const progress: Progress = {
    note: (line) => void lines.push(line.trim()),
    begin: (title) => ({
      done: () => void lines.push(`done ${title}`),
      fail: (why) => void lines.push(`fail ${title}: ${why}`),
    }),
  }
  const calls = join(home, 'calls')
  writeFileSync(calls, '')
  const path = go === null ? bin : `${bin}:/usr/bin:/bin`
  const environment = { PATH: path, CALLS: calls, MODULE: join(home, 'module'), BREAK: 'nothing', ...variables }
  const context: KubernetesContext = { root, cache: join(home, 'cache'), environment, progress }
  return { context, lines, calls: () => readFileSync(calls, 'utf8').split('\n').filter(Boolean) }
}

test('the tools are built once, also by set-ups that run at once', async () => {
  const { context, calls } = machine()
  const [one, other] = await Promise.all([obtainKubernetes(context), obtainKubernetes(context)])
  assert.deepEqual(one, other)
  assert.deepEqual(findKubernetes(context.cache), one)
  assert.equal(readFileSync(join(one!.kedaDefinitions, 'x.yaml'), 'utf8'), 'kind: X\n')
  assert.equal(calls().filter((call) => call.startsWith('build')).length, 2)
  await obtainKubernetes(context)
  assert.equal(calls().length, 3)
})

test('a build that fails is told with its log, is not tried again at once, and costs only the test', async () => {
  const { context, lines, calls } = machine({ BREAK: 'etcd' })
  assert.equal(await obtainKubernetes(context), null)
  assert.match(lines[0] ?? '', /^fail Kubernetes API server .*etcd\.log$/)
  assert.match(lines[1] ?? '', /the test of the manifests is skipped/)
  const before = calls().length
  assert.equal(await obtainKubernetes(context), null)
  assert.equal(calls().length, before)
})

test('without Go nothing is tried', async () => {
  const { context, lines } = machine({}, null)
  assert.equal(await obtainKubernetes(context), null)
  assert.deepEqual(lines, ['! there is no Kubernetes API server here, so the test of the manifests is skipped'])
})
