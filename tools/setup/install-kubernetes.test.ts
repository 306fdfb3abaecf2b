import assert from 'node:assert/strict'
import { appendFileSync, chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { repositoryRoot } from '../checkout/locations.ts'
import type { Progress } from '../checkout/progress.ts'
import { readGoToolchain } from './go-toolchain.ts'
import { findKubernetes, obtainKubernetes, type KubernetesContext } from './install-kubernetes.ts'

const base = mkdtempSync(join(tmpdir(), 'seine-install-kubernetes-'))
after(() => rmSync(base, { recursive: true, force: true }))

/** "Builds" an executable for each package. */
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
        helm.sh/* | k8s.io/*) name=\${package##*/} ;;
        *) continue ;;
      esac
      printf '#!/bin/sh\\n' > "out/$name" && chmod +x "out/$name"
    done ;;
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
  const environment = { PATH: path, CALLS: calls, BREAK: 'nothing', ...variables }
  const context: KubernetesContext = {
    root,
    cache: join(home, 'cache'),
    environment,
    progress,
    go: () => readGoToolchain(environment),
    fetch: async ({ module }) => {
      appendFileSync(calls, `mod ${module}\n`)
      for (const folder of ['config/crd/bases', 'config/crd/standard', 'example/prometheus-operator-crd']) {
        mkdirSync(join(home, 'module', folder), { recursive: true })
        writeFileSync(join(home, 'module', folder, 'x.yaml'), 'kind: X\n')
      }
      return join(home, 'module')
    },
  }
  return {
    context,
    lines,
    calls: () =>
      readFileSync(calls, 'utf8')
        .split('\n')
        .filter((call) => /^(build|mod)/.test(call)),
  }
}

test('the tools are built once, also by set-ups that run at once', async () => {
  const { context, calls } = machine()
  const [one, other] = await Promise.all([obtainKubernetes(context), obtainKubernetes(context)])
  assert.deepEqual(one, other)
  assert.deepEqual(findKubernetes(context.cache), one)
  for (const folder of one!.definitions) assert.equal(readFileSync(join(folder, 'x.yaml'), 'utf8'), 'kind: X\n')
  assert.equal(calls().filter((call) => call.startsWith('build')).length, 3)
  await obtainKubernetes(context)
  assert.equal(calls().length, 9)
})

test('a failed build is reported with its log, is not repeated at once, and costs only the test', async () => {
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
  assert.match(
    lines.join('\n'),
    /^! missing: Kubernetes API server \(there is no Go .*\), so the test of the manifests is skipped$/,
  )
})
