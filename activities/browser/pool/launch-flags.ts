/** Command-line flags of a browser process. */
import type { EngineName } from '@seine/shared/tasks/browser-page.ts'

export interface LaunchFlagsOptions {
  /** URL of a proxy that answers nothing; the browser's own requests end there. */
  sinkUrl: string
  sandbox: 'on' | 'off'
  /**
   * User agent of the browser process itself, which it sends where no page is involved: for the first script of a
   * service worker. Null = its default, `HeadlessChrome` in the shell.
   */
  userAgent: string | null
}

/** Features to disable. Puppeteer merges them with its own list, so the browser gets one `--disable-features`. */
const disabledFeatures = [
  // A page restored from this cache would show no traffic.
  'BackForwardCache',
  // The traffic of prerendered pages would belong to no page.
  'Prerender2',
  // With site isolation, every context would start a second renderer and discard it.
  'SpareRendererForSitePerProcess',
  // The full browser would try https:// first for http:// URLs.
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'AutofillServerCommunication',
  'CertificateTransparencyComponentUpdater',
  'InterestFeedContentSuggestions',
  'NetworkTimeServiceQuerying',
]

/**
 * Returns the flags in addition to Puppeteer's own. They confine the browser to its proxies: the browser-wide proxy
 * is a sink, the bypass of loopback and link-local addresses is off, names cannot be resolved directly, and no UDP
 * is sent. `--disable-background-networking` and similar flags are among Puppeteer's defaults.
 */
export function launchFlags(engine: EngineName, options: LaunchFlagsOptions): string[] {
  return [
    `--proxy-server=${options.sinkUrl}`,
    '--proxy-bypass-list=<-loopback>',
    '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
    '--disable-quic',
    // headless-shell obeys only the first spelling, the full browser only the second.
    '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--disable-component-update',
    '--disable-domain-reliability',
    '--disable-field-trial-config',
    '--no-default-browser-check',
    '--no-pings',
    '--no-service-autorun',
    '--disable-back-forward-cache',
    `--disable-features=${disabledFeatures.join(',')}`,
    // Contexts open their own pages; an initial window would only cost memory.
    '--no-startup-window',
    '--lang=en-US',
    ...(options.userAgent === null ? [] : [`--user-agent=${options.userAgent}`]),
    // Without it, frames of other sites share the process of the page and have no session of their own.
    ...(engine === 'headless_shell' ? ['--site-per-process'] : []),
    ...(options.sandbox === 'off' ? ['--no-sandbox'] : []),
  ]
}
