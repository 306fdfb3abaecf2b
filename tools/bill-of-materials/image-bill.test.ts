/** Checks bills of the real checkout, and of an image made of a few files, against the published schema. */
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { repositoryRoot } from '../checkout/locations.ts'
import { imageTargets, programsOf, unusedPackages } from '../images/image-targets.ts'
import { reachableModules } from '../images/reachable-modules.ts'
import { reachablePackages } from '../images/reachable-packages.ts'
import { billProblems } from './testing/cyclonedx-schema.ts'
import type { Bill } from './cyclonedx.ts'
import { billText, checkoutBill, imageBill } from './image-bill.ts'

const folder = mkdtempSync(join(tmpdir(), 'seine-bill-'))
after(() => rmSync(folder, { recursive: true, force: true }))

function write(root: string, files: Record<string, unknown>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), typeof content === 'string' ? content : JSON.stringify(content))
  }
}

const dependsOn = ({ dependencies }: Bill, ref: string): string[] =>
  dependencies.find((each) => each.ref === ref)?.dependsOn ?? []
const component = ({ components }: Bill, ref: string) => {
  const found = components.find((each) => each['bom-ref'] === ref)
  assert.ok(found, `${ref} is not in ${components.map((each) => each['bom-ref']).join(' ')}`)
  return found
}

for (const target of imageTargets) {
  test(`the bill of ${target} from the checkout is valid and has each package of the image`, () => {
    const bill = checkoutBill(target, repositoryRoot, {})
    assert.deepEqual(billProblems(bill), [])
    const { packages } = reachableModules(repositoryRoot, programsOf(target))
    const places = reachablePackages(repositoryRoot, packages, unusedPackages)
    const listed = bill.components.flatMap(
      ({ evidence }) => evidence?.occurrences?.map(({ location }) => location) ?? [],
    )
    assert.deepEqual(listed.filter((place) => !place.endsWith('/Cargo.lock')).toSorted(), places)
    for (const { purl, hashes, licenses } of bill.components.filter(
      (each) => each.purl?.startsWith('pkg:npm/') === true,
    )) {
      assert.equal(hashes?.[0]?.content.length, 128, purl)
      assert.equal(licenses?.length, 1, purl)
    }
    assert.deepEqual(bill.compositions[0], { aggregate: 'incomplete', assemblies: [`seine/${target}`] })
    // The native part of the bridge to Temporal is Rust.
    const bridge = bill.components.find(({ name }) => name === 'core-bridge')
    const crates = dependsOn(bill, bridge?.['bom-ref'] ?? '').filter((ref) => ref.startsWith('pkg:cargo/'))
    assert.equal(crates.length > 100, target.endsWith('worker'))
    assert.equal(
      crates.some((ref) => ref.startsWith('pkg:cargo/tokio@')),
      target.endsWith('worker'),
    )
  })
}

/** Creates an image with three npm packages, one of them twice, a bundle, and four Debian packages. */
function smallImage(name: string): { repository: string; root: string } {
  const [repository, root] = [join(folder, name, 'repository'), join(folder, name, 'image')]
  const integrity = `sha512-${Buffer.alloc(64, 1).toString('base64')}`
  const locked = { version: '1.0.0', integrity, license: 'MIT' }
  write(repository, {
    'package.json': { version: '9.8.7' },
    'package-lock.json': {
      lockfileVersion: 3,
      packages: {
        '': {},
        app: { dependencies: { one: '1.0.0' } },
        'node_modules/one': { ...locked, license: '(MIT OR GPL-3.0-or-later)' },
        'node_modules/@s/two': locked,
        'node_modules/one/node_modules/@s/two': locked,
        'node_modules/three': locked,
        'node_modules/bundled': locked,
      },
    },
  })
  const map = { sources: ['/b/node_modules/three/x.js', '/b/node_modules/bundled/y.js', '/b/workflows/z.ts'] }
  const two = { name: '@s/two', version: '1.0.0', license: 'MIT' }
  write(root, {
    'app/node_modules/one/package.json': {
      name: 'one',
      version: '1.0.0',
      license: '(MIT OR GPL-3.0-or-later)',
      dependencies: { '@s/two': '^1.0.0', absent: '1' },
    },
    'app/node_modules/@s/two/package.json': two,
    'app/node_modules/one/node_modules/@s/two/package.json': two,
    'app/node_modules/three/package.json': { name: 'three', version: '1.0.0', license: 'MIT' },
    'app/services/x/package.json': { name: '@seine/x' },
    'app/workflow-bundle.js': `code\n//# sourceMappingURL=data:application/json;charset=utf-8;base64,${Buffer.from(JSON.stringify(map)).toString('base64')}\n`,
    'etc/os-release': 'PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\nVERSION_ID="12"\nID=debian\n',
    'var/lib/dpkg/status': `Package: libc6
Status: install ok installed
Maintainer: GNU Libc Maintainers <libc@example.org>
Architecture: amd64
Source: glibc
Version: 2.36-9+deb12u10
Provides: libc6-virtual (= 2), libc6-other
Description: library
 with more lines
 Package: no-package

Package: tini
Status: install ok installed
Architecture: amd64
Source: tini (0.19.0-1)
Version: 1:0.19.0-1+b3
Depends: libc6-virtual (>= 2.34) | nothing, missing:any

Package: gone
Status: deinstall ok config-files
Architecture: amd64
Version: 1

Package: half
Status: install ok unpacked
Architecture: all
Version: 1~rc1
Pre-Depends: tini
`,
    'usr/share/doc/tini/copyright':
      'Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\n\nFiles: *\nLicense: Expat\n\nFiles: debian/*\nLicense: GPL-2+\n with text\n\nLicense: Expat\n Permission\n',
    'usr/share/doc/libc6/copyright': 'See /usr/share/common-licenses/LGPL-2.1, and /usr/share/common-licenses/GPL-2.\n',
  })
  symlinkSync('../services/x', join(root, 'app/node_modules/x'))
  return { repository, root }
}

test('the bill of an image is made of what the image holds', () => {
  const { repository, root } = smallImage('whole')
  const bill = imageBill('scrape-worker', repository, root, {})
  assert.deepEqual(billProblems(bill), [])
  assert.equal(bill.metadata instanceof Object && 'timestamp' in bill.metadata, false)
  assert.deepEqual(bill.compositions, [{ aggregate: 'complete', assemblies: ['seine/scrape-worker'] }])
  assert.deepEqual(
    bill.components.map(({ 'bom-ref': ref }) => ref),
    [
      'debian-12',
      'pkg:deb/debian/half@1~rc1?arch=all&distro=debian-12',
      'pkg:deb/debian/libc6@2.36-9%2Bdeb12u10?arch=amd64&distro=debian-12&upstream=glibc%402.36-9%2Bdeb12u10',
      'pkg:deb/debian/tini@1%3A0.19.0-1%2Bb3?arch=amd64&distro=debian-12&upstream=tini%400.19.0-1',
      `pkg:generic/node@${process.versions.node}`,
      'pkg:npm/%40s/two@1.0.0',
      'pkg:npm/bundled@1.0.0',
      'pkg:npm/one@1.0.0',
      'pkg:npm/three@1.0.0',
    ],
  )
})

test('a package that occurs several times is one component, and what a bundle is made of is listed', () => {
  const { repository, root } = smallImage('twice')
  const bill = imageBill('scrape-worker', repository, root, {})
  const locations = (ref: string) => component(bill, ref).evidence?.occurrences?.map(({ location }) => location)
  assert.deepEqual(locations('pkg:npm/%40s/two@1.0.0'), ['node_modules/@s/two', 'node_modules/one/node_modules/@s/two'])
  assert.deepEqual(locations('pkg:npm/three@1.0.0'), ['node_modules/three', 'workflow-bundle.js'])
  assert.deepEqual(locations('pkg:npm/bundled@1.0.0'), ['workflow-bundle.js'])
  assert.deepEqual(component(bill, 'pkg:npm/one@1.0.0').licenses, [{ expression: '(MIT OR GPL-3.0-or-later)' }])
  assert.deepEqual(dependsOn(bill, 'pkg:npm/one@1.0.0'), ['pkg:npm/%40s/two@1.0.0'])
  assert.deepEqual(dependsOn(bill, 'seine/scrape-worker'), [
    'debian-12',
    `pkg:generic/node@${process.versions.node}`,
    'pkg:npm/one@1.0.0',
  ])
})

test('Debian packages have their licences as Debian names them, and need what provides what they ask for', () => {
  const { repository, root } = smallImage('debian')
  const bill = imageBill('cli', repository, root, {})
  const [, half = '', libc = '', tini = ''] = bill.components.map((each) => each['bom-ref'])
  assert.deepEqual(component(bill, tini).licenses, [{ license: { name: 'Expat' } }, { license: { name: 'GPL-2+' } }])
  assert.equal(component(bill, libc).licenses, undefined)
  assert.deepEqual(component(bill, libc).evidence?.licenses, [
    { license: { name: 'GPL-2' } },
    { license: { name: 'LGPL-2.1' } },
  ])
  assert.deepEqual(component(bill, libc).supplier, { name: 'GNU Libc Maintainers <libc@example.org>' })
  assert.deepEqual(dependsOn(bill, tini), [libc])
  assert.deepEqual(dependsOn(bill, half), [tini])
  assert.deepEqual(dependsOn(bill, 'debian-12'), [half, libc, tini])
})

test('Node is named with the hash of its file and the libraries in it', () => {
  const { repository, root } = smallImage('node')
  const node = component(imageBill('cli', repository, root, {}), `pkg:generic/node@${process.versions.node}`)
  assert.match(node.hashes?.[0]?.content ?? '', /^[0-9a-f]{64}$/)
  const openssl = node.components?.find(({ name }) => name === 'openssl')
  assert.equal(openssl?.version, process.versions.openssl)
  assert.ok(node.components?.every(({ name }) => name !== 'napi'))
})

test('the same image has the same bill, another image another number; only a fixed time is written', () => {
  const [one, other] = [smallImage('same'), smallImage('other')]
  const text = (place: typeof one, environment = {}) =>
    billText(imageBill('cli', place.repository, place.root, environment))
  assert.equal(text(one), text(other))
  assert.equal(billText(checkoutBill('cli', repositoryRoot, {})), billText(checkoutBill('cli', repositoryRoot, {})))
  rmSync(join(other.root, 'app/node_modules/three'), { recursive: true })
  const numberOf = (bill: string): string => (JSON.parse(bill) as Bill).serialNumber
  assert.notEqual(numberOf(text(one)), numberOf(text(other)))
  assert.match(text(one, { SOURCE_DATE_EPOCH: '1700000000' }), /"timestamp": "2023-11-14T22:13:20\.000Z"/)
  assert.doesNotMatch(text(one, { SOURCE_DATE_EPOCH: 'soon' }), /timestamp/)
})

test('an image without a record of its packages gets no bill', () => {
  const { repository, root } = smallImage('without')
  rmSync(join(root, 'var/lib/dpkg/status'))
  assert.throws(() => imageBill('cli', repository, root, {}), /var\/lib\/dpkg\/status/)
})

test('the validation notices what is wrong', () => {
  const bill = checkoutBill('cli', repositoryRoot, {})
  const changed = (change: (copy: Bill) => void): string => {
    const copy = structuredClone(bill)
    change(copy)
    return billProblems(copy).join('\n')
  }
  assert.match(
    changed((copy) => void (copy.components[0]!.type = 'thing' as 'library')),
    /\/components\/0\/type/,
  )
  assert.match(
    changed((copy) => void (copy.components[0]!.licenses = [{ license: { id: 'Mine' } }])),
    /licenses/,
  )
  assert.match(
    changed((copy) => void (copy.serialNumber = 'urn:uuid:x')),
    /serialNumber/,
  )
  assert.match(
    changed((copy) => void copy.components.push(copy.components[0]!)),
    /components/,
  )
  assert.match(
    changed((copy) => void copy.dependencies[0]!.dependsOn.push('pkg:npm/none@1')),
    /none@1 is no component/,
  )
})
