/** Command-line flags of a browser process. */
import type { EngineName } from '@seine/shared/tasks/browser-page.ts'

export interface LaunchFlagsOptions {
  /** URL of the proxy that answers nothing: what the browser asks for itself ends there. */
  sinkUrl: string
  sandbox: 'on' | 'off'
  /**
   * What the browser process itself says it is, where no page does: the first script of a service
   * worker. Null = what it says by default, `HeadlessChrome` in the shell.
   */
  userAgent: string | null
}

/** Puppeteer merges these with its own list: one `--disable-features` reaches the browser. */
const disabledFeatures = [
  // A page taken out of this cache would show no traffic.
  'BackForwardCache',
  // Pages loaded ahead are nobody's traffic.
  'Prerender2',
  // With one process a site, every context would start a second renderer and throw it away.
  'SpareRendererForSitePerProcess',
  // The full browser would ask for https:// first where http:// was asked for.
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'AutofillServerCommunication',
  'CertificateTransparencyComponentUpdater',
  'InterestFeedContentSuggestions',
  'NetworkTimeServiceQuerying',
]

/**
 * Flags on top of Puppeteer's own. They hold the browser to its proxies: the browser-wide proxy is a
 * sink, the bypass of loopback and link-local addresses is off, names cannot be resolved directly, no
 * UDP leaves. `--disable-background-networking` and the like are among Puppeteer's defaults.
 */
export function launchFlags(engine: EngineName, options: LaunchFlagsOptions): string[] {
  return [
    `--proxy-server=${options.sinkUrl}`,
    '--proxy-bypass-list=<-loopback>',
    '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
    '--disable-quic',
    // headless-shell obeys the first spelling alone, the full browser the second alone.
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
    // Contexts bring their own pages; a first window would only cost memory.
    '--no-startup-window',
    '--lang=en-US',
    ...(options.userAgent === null ? [] : [`--user-agent=${options.userAgent}`]),
    // Without it frames of other sites share the process of the page and have no session of their own.
    ...(engine === 'headless_shell' ? ['--site-per-process'] : []),
    ...(options.sandbox === 'off' ? ['--no-sandbox'] : []),
  ]
}
