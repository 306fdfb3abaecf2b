/**
 * Names that have a meaning only inside a network, a cluster, a machine or an overlay. They are refused by their form:
 * no name server is queried, so no answer and no delay reveals whether one exists.
 */

const listed = (text: string): readonly string[] => text.trim().split(/\s+/)

/**
 * Top-level labels that the public root does not have and never will, or that are not for the web.
 *
 * - IANA, Special-Use Domain Names: `local` (RFC 6762), `onion` (RFC 7686), `alt` (RFC 9476); `arpa` holds
 *   `home.arpa` (RFC 8375), `service.arpa` (RFC 9665), `resolver.arpa` (RFC 9462), `ipv4only.arpa` (RFC 8880) and
 *   the reverse trees, and no websites (RFC 3172).
 * - RFC 6762, appendix G, private top-level domains that are in wide use: `intranet internal private corp home lan`.
 * - ICANN: `corp home mail` are not delegated because they collide with internal names (resolution of 2018-02-04);
 *   `internal` is reserved for private use (resolution of 2024-07-29).
 * - SSAC, SAC045: the labels most often requested from the root that it does not have, such as `localdomain belkin
 *   domain router`.
 * - Kubernetes, "DNS for Services and Pods": `svc`, `pod`, and the namespaces of every cluster as the last label of
 *   `service.namespace`.
 * - Defaults of Consul, Docker, Podman, LXD, Incus, libvirt, Mesos, Marathon, Nomad and OpenStack.
 */
const localTopLabels: ReadonlySet<string> = new Set(
  listed(`
    local onion alt arpa
    intranet internal private corp home lan mail
    localdomain localhost4 localhost6 localnet localhome locallan domain belkin router gateway modem wpad dlink
    intra intern lokal loc lcl priv workgroup homenet homestation speedport
    svc pod default kubernetes
    consul docker dockerhost podman lxd incus libvirt mesos marathon nomad minikube vagrant openstacklocal novalocal
  `),
)

/** Zones below public top-level domains that are served inside a network alone. */
const localZones: readonly string[] = [
  'internal.cloudapp.net', // virtual networks of Azure
  'oraclevcn.com', // virtual cloud networks of Oracle
  'mshome.net', // Internet connection sharing of Windows
  'attlocal.net', // home gateways of AT&T
  'gateway.2wire.net',
  'fritz.box',
  'speedport.ip',
]

/** Public names of cloud metadata services, which answer only inside their cloud: Google, Tencent, Equinix. */
const metadataNames: ReadonlySet<string> = new Set([
  'metadata.goog',
  'metadata.tencentyun.com',
  'metadata.platformequinix.com',
  'metadata.packet.net',
])

/**
 * Form of the top-level labels of the public root: letters only, or IDNA (ICANN, gTLD Applicant Guidebook, section
 * 2.2.1.3.2).
 */
const publicTopLabel = /^(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/

/**
 * Checks a name that is neither `localhost` nor a literal address.
 * @param name lower case, IDNA in ASCII, without root dot.
 * @returns the violated rule, or null when it may be resolved.
 */
export function localNameProblem(name: string): string | null {
  if (!name.includes('.')) return 'the host is a single-label name'
  const top = name.slice(name.lastIndexOf('.') + 1)
  if (localTopLabels.has(top)) return `names ending in .${top} are not public`
  if (!publicTopLabel.test(top)) return 'the last label of the host is not that of a public name'
  const zone = localZones.find((ending) => name === ending || name.endsWith(`.${ending}`))
  if (zone !== undefined) return `names ending in .${zone} are not public`
  return metadataNames.has(name) ? 'the host is the metadata service of a cloud' : null
}
