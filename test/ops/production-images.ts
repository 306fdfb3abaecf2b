/** Replacements for the third-party images of the compose file for one server, see compose-images.ts. */
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cacheDirectory } from '@seine/tools/checkout/locations.ts'
import { findTool } from '@seine/tools/setup/find-tool.ts'
import { productionTools } from '@seine/tools/setup/pinned-tools.ts'
import { install } from './compose-images.ts'
import { ContainerLab, containerTools, debianImage } from './container-lab.ts'

/** Programs of the replacements, installed once for all of them. */
const programsImage = 'localhost/seine-lab/production-programs:stand-in'
const postgresImage = 'localhost/seine-lab/postgres:stand-in-2'
const serverImage = 'localhost/seine-lab/temporal-server:stand-in-3'
const adminImage = 'localhost/seine-lab/temporal-admin-tools:stand-in'
const uiImage = 'localhost/seine-lab/temporal-ui:stand-in-2'
const caddyImage = 'localhost/seine-lab/caddy:stand-in-2'

/** The first start creates the database as the published image does; PostgreSQL then runs as its own user. */
const postgresEntry = `#!/bin/sh
set -eu
as() { setpriv --reuid postgres --regid postgres --init-groups "$@"; }
mkdir -p "$PGDATA"
chown postgres "$PGDATA"
chmod 700 "$PGDATA"
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  as initdb --username "$POSTGRES_USER" --pwfile "$POSTGRES_PASSWORD_FILE" --auth-host scram-sha-256 >/dev/null
  echo 'host all all all scram-sha-256' >>"$PGDATA/pg_hba.conf"
  as pg_ctl start -w -o '-c listen_addresses= -c unix_socket_directories=/tmp' >/dev/null
  [ "$POSTGRES_DB" = postgres ] || as createdb -h /tmp -U "$POSTGRES_USER" "$POSTGRES_DB"
  as pg_ctl stop -w >/dev/null
fi
exec setpriv --reuid postgres --regid postgres --init-groups postgres -c 'listen_addresses=*' -c unix_socket_directories=/tmp
`

/** Writes the settings that the published image makes of its template and the environment. */
const serverEntry = `#!/bin/sh
set -eu
# As in the published image.
: "\${BIND_ON_IP:=$(hostname -i | cut -d ' ' -f 1)}"
: "\${TEMPORAL_BROADCAST_ADDRESS:=$BIND_ON_IP}"
sql() { cat <<EOF
      sql:
        pluginName: $DB
        databaseName: $1
        connectAddr: "$POSTGRES_SEEDS:$DB_PORT"
        connectProtocol: tcp
        user: $POSTGRES_USER
        password: "$POSTGRES_PWD"
        maxConns: 20
        maxIdleConns: 20
EOF
}
rpc() { printf '  %s: { rpc: { grpcPort: %s, membershipPort: %s, bindOnIP: "%s" } }\\n' "$1" "$2" "$3" "$BIND_ON_IP"; }
{ cat <<EOF
log: { stdout: true, level: $LOG_LEVEL }
persistence:
  numHistoryShards: $NUM_HISTORY_SHARDS
  defaultStore: default
  visibilityStore: visibility
  datastores:
    default:
$(sql temporal)
    visibility:
$(sql temporal_visibility)
global: { membership: { maxJoinDuration: 30s, broadcastAddress: "$TEMPORAL_BROADCAST_ADDRESS" } }
services:
$(rpc frontend 7233 6933)
$(rpc matching 7235 6935)
$(rpc history 7234 6934)
$(rpc worker 7239 6939)
clusterMetadata:
  enableGlobalNamespace: false
  failoverVersionIncrement: 10
  masterClusterName: active
  currentClusterName: active
  clusterInformation:
    active: { enabled: true, initialFailoverVersion: 1, rpcName: frontend, rpcAddress: "127.0.0.1:7233" }
dcRedirectionPolicy: { policy: noop }
archival: { history: { state: disabled }, visibility: { state: disabled } }
publicClient: { hostPort: "$TEMPORAL_BROADCAST_ADDRESS:7233" }
dynamicConfigClient: { filepath: $DYNAMIC_CONFIG_FILE_PATH, pollInterval: 60s }
EOF
} > /etc/temporal/config/docker.yaml
exec temporal-server --root /etc/temporal --env docker start
`

function programOf(name: (typeof productionTools)[number]['name']): string {
  const tool = productionTools.find((each) => each.name === name)!
  const found = findTool(tool, process.env, cacheDirectory(process.env))
  if (found === null) throw new Error(`${tool.title} has not been built: run these tests with \`./dev test ops\``)
  return found.path
}

/** The lines of each image after its files. */
const recipes: Record<
  string,
  { image: string; lines: string[]; files: () => Record<string, string>; scripts: Record<string, string> }
> = {
  postgres: {
    image: postgresImage,
    files: () => ({}),
    scripts: { '/usr/local/bin/docker-entrypoint.sh': postgresEntry },
    lines: [
      'ENV PATH=/usr/lib/postgresql/15/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
      'ENTRYPOINT ["docker-entrypoint.sh"]',
      'STOPSIGNAL SIGINT',
    ],
  },
  'temporalio/server': {
    image: serverImage,
    files: () => ({ '/usr/local/bin/temporal-server': programOf('temporal-server') }),
    scripts: { '/etc/temporal/entrypoint.sh': serverEntry },
    lines: [
      'RUN useradd --uid 1000 temporal && mkdir -p /etc/temporal/config && chown temporal /etc/temporal/config',
      'USER temporal',
    ],
  },
  'temporalio/admin-tools': {
    image: adminImage,
    files: () => ({ '/usr/local/bin/temporal-sql-tool': programOf('temporal-sql-tool') }),
    scripts: {},
    lines: ['RUN useradd --uid 1000 temporal', 'USER temporal'],
  },
  // Its Web UI is not looked at: something that listens on its port.
  'temporalio/ui': {
    image: uiImage,
    files: () => ({}),
    scripts: {},
    lines: ['USER nobody', 'ENTRYPOINT ["nc", "-lk", "8080"]'],
  },
  caddy: {
    image: caddyImage,
    files: () => ({}),
    scripts: {},
    // The published image is an Alpine, which has the `wget` of BusyBox.
    lines: ['RUN ln -s /bin/busybox /usr/local/bin/wget'],
  },
}

/** Builds the replacements, once. @returns a function that maps an image of the file to its replacement. */
async function productionStandIns(
  lab: ContainerLab,
  names: readonly string[],
): Promise<(image: string) => string | undefined> {
  const missing: string[] = []
  for (const name of names) if (!(await lab.hasImage(recipes[name]!.image))) missing.push(name)
  if (missing.length > 0 && !(await lab.hasImage(programsImage))) {
    await lab.buildFiles(programsImage, debianImage, {}, [install('busybox caddy netcat-openbsd postgresql')])
  }
  for (const name of missing) {
    const { image, files, scripts, lines } = recipes[name]!
    const folder = await mkdtemp(join(tmpdir(), 'seine-scripts-'))
    try {
      const all = { ...files() }
      for (const [index, [place, text]] of Object.entries(scripts).entries()) {
        const path = join(folder, String(index))
        await writeFile(path, text)
        await chmod(path, 0o755)
        all[place] = path
      }
      await lab.buildFiles(image, programsImage, all, lines)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }
  return (image) => recipes[image.replace(/:.*/, '')]?.image
}

export interface ProductionLab {
  lab: ContainerLab
  /** Maps an image of the file to its replacement. */
  standIn: (image: string) => string | undefined
}

/**
 * Opens a lab with the replacements.
 * @param names published images to replace. @default all
 * @returns why tests that need it are skipped, where programs or packages cannot be had.
 * @throws Error in that case when `CI` is `true`: in CI, a skipped test counts as failed.
 */
export async function productionLab(
  names: readonly string[] = Object.keys(recipes),
): Promise<{ production: ProductionLab; skip: false } | { production: null; skip: string }> {
  const { programs, skip } = containerTools()
  if (programs === null) return { production: null, skip }
  const lab = await ContainerLab.open(programs)
  try {
    await lab.ensureDebian()
    return { production: { lab, standIn: await productionStandIns(lab, names) }, skip: false }
  } catch (error) {
    // Modules of Go for Temporal's server, or packages of Debian for PostgreSQL and Caddy.
    if (process.env['CI'] === 'true') throw error
    return { production: null, skip: `images for this test cannot be made: ${(error as Error).message}` }
  }
}
