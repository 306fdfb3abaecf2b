/**
 * Hosts with which a caller may try to reach private networks, and public neighbours of the denied ranges that must
 * stay reachable. Used by every test that claims to cover "all forms".
 */

const listed = (text: string): string[] => text.trim().split(/\s+/)

/** Canonical addresses inside each denied range: IPv4, IPv6 inside 2000::/3, IPv6 outside of it. */
export const deniedAddresses: readonly string[] = listed(`
  0.0.0.0 0.255.255.255 10.0.0.0 10.255.255.255 100.64.0.0 100.127.255.255 100.100.100.200 127.0.0.0 127.0.0.1
  127.255.255.255 169.254.0.0 169.254.169.254 169.254.170.2 169.254.255.255 172.16.0.0 172.17.0.1 172.31.255.255
  192.0.0.0 192.0.0.9 192.0.0.192 192.0.0.255 192.0.2.1 192.0.2.255 192.31.196.1 192.52.193.1 192.88.99.1
  192.168.0.0 192.168.1.1 192.168.255.255 192.175.48.1 198.18.0.0 198.19.255.255 198.51.100.0 198.51.100.255
  203.0.113.0 203.0.113.255 224.0.0.1 239.255.255.255 240.0.0.0 255.255.255.254 255.255.255.255 168.63.129.16
`)
  .concat(
    listed(`
  2001:: 2001::1 2001:0:4136:e378:8000:63bf:3fff:fdd2 2001:2::1 2001:10::1 2001:20::1 2001:30::1
  2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff 2001:db8::1 2001:db8:ffff:ffff:ffff:ffff:ffff:ffff 2002:: 2002:7f00:1::
  2002:a9fe:a9fe::1 2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff 2620:4f:8000::1 2620:4f:8000:ffff:ffff:ffff:ffff:ffff
  3fff:: 3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff
`),
  )
  .concat(
    listed(`
  :: ::1 ::2 ::7f00:1 ::a9fe:a9fe ::ffff:7f00:1 ::ffff:a9fe:a9fe ::ffff:a00:1 ::ffff:808:808 ::ffff:0:7f00:1
  64:ff9b::7f00:1 64:ff9b::a9fe:a9fe 64:ff9b::808:808 64:ff9b:1::1 100::1 100:0:0:1::1
  1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff 4000:: 4000::1 5f00::1 8000::1 fc00::1 fd00:ec2::254 fd20:ce::254
  fdff:ffff::1 fe80::1 febf::1 fec0::1 ff02::1 ff0e::1
`),
  )

/** Other spellings of denied addresses, as the host of a URL: numbers, other digits and dots, IPv6 literals. */
export const deniedSpellings: readonly string[] = listed(`
  2130706433 0x7f000001 017700000001 0x7f.1 0x7f.0.0.1 0177.0.0.1 0177.0.0.01 127.1 127.0.1 0 0x 0x0 00 0.0 10.1
  0xa000001 012.0.0.1 192.168.257 0xc0a80101 3232235777 169.254.43518 2852039166 0xa9fea9fe 0xa9.0xfe.0xa9.0xfe
  0251.0376.0251.0376 0251.254.0xa9.254 4294967295 2822734096 0xA8.63.129.16 127.0.0.1. 169.254.169.254. 127.1.
  0x7F.0X0.0.1 １２７.０.０.１ ①②⑦.⓪.⓪.① 127。0。0。1 127．0．0．1 127｡0｡0｡1 ①⑥⑨.②⑤④.①⑥⑨.②⑤④ １６９。２５４。１６９。２５４ %31%32%37.0.0.1
  127%2e0%2e0%2e1 %30x7f.1 127.0.0.%31 %31%36%39.254.169.254 [::] [::1] [0:0:0:0:0:0:0:1] [0000::0001]
  [::127.0.0.1] [::ffff:127.0.0.1] [::ffff:7f00:1] [::FFFF:169.254.169.254] [0:0:0:0:0:ffff:10.0.0.1]
  [::ffff:0:127.0.0.1] [64:ff9b::127.0.0.1] [64:ff9b::169.254.169.254] [64:ff9b:1::10.0.0.1] [2002:7f00:1::]
  [::169.254.169.254] [fd00::1]
`)

/** Names that have a meaning inside a network or machine. */
export const deniedNames: readonly string[] = listed(`
  localhost LOCALHOST LocalHost localhost. localhost.. foo.localhost foo.bar.localhost a.localhost. ｌｏｃａｌｈｏｓｔ
  l%6fcalhost loc\u{ad}alhost ⓛⓞⓒⓐⓛⓗⓞⓢⓣ .localhost minio minio. temporal-frontend intranet router a . kubernetes
  metadata wpad unix printer.local PRINTER.LOCAL printer.local. metadata.google.internal host.docker.internal
  x.internal. kubernetes.default.svc kubernetes.default.svc. kubernetes.default.svc.cluster.local
  db.prod.cluster.local nas.home.arpa NAS.Home.Arpa expyuzz4wqqyqhjn.onion a.b.onion. printer。local x.ｌｏｃａｌ
  localhost.localdomain LOCALHOST.LOCALDOMAIN localhost.localdomain. localhost6.localdomain6 localhost4.localdomain4
  ip6-localhost broadcasthost kubernetes.default kubernetes.default. KUBERNETES.Default kubernetes。default
  ｋｕｂｅｒｎｅｔｅｓ．ｄｅｆａｕｌｔ kube-dns.kube-system redis.prod-1 temporal.team_a x.pod 10-0-0-1.default.pod minio.kubernetes
  x.internal X.INTERNAL.. %78.internal metadata.internal instance-data.ec2.internal ip-10-0-0-1.eu-west-1.compute.internal
  vm.c.project.internal host.containers.internal gateway.docker.internal host.lima.internal vault.vault.svc vault.vault.svc.
  wiki.corp WIKI.CORP. nas.home router.lan fritz.box x.fritz.box db.intranet db.private db.intra smtp.mail x.domain
  x.localdomain x.localnet x.workgroup consul.service.consul web.docker web.dns.podman one.lxd one.incus vm.libvirt
  leader.mesos app.marathon.mesos vm.openstacklocal vm.novalocal x.alt default.service.arpa _dns.resolver.arpa ipv4only.arpa
  1.0.0.127.in-addr.arpa vm.internal.cloudapp.net db.vcn.oraclevcn.com pc.mshome.net dsl.attlocal.net metadata.goog
  METADATA.GOOG. metadata.google.internal. metadata.tencentyun.com metadata.platformequinix.com wiki。ｃｏｒｐ w%69ki.c%6frp
  wi\u{ad}ki.co\u{ad}rp ⓦⓘⓚⓘ.ⓒⓞⓡⓟ nas。home｡ router．ｌａｎ
`)

/** URLs that are refused whatever their host resolves to. */
export const deniedUrls: readonly string[] = listed(`
  file:///etc/passwd ftp://example.com/ gopher://example.com/ data:text/html,x javascript:alert(1)
  blob:http://example.com/x ws://example.com/ wss://example.com/ view-source:http://example.com/ chrome://version
  about:blank unix:/var/run/docker.sock dict://example.com:11211/ ldap://example.com/ http://user@example.com/
  http://user:pass@example.com/ http://:pass@example.com/ http://example.com@127.0.0.1/
  http://example.com:80@169.254.169.254/ http:127.0.0.1/ http:///127.0.0.1/ HTTP://169.254.169.254/
  http://example.com:22/ http://example.com:25/ https://example.com:6379.1/ http://example.com:6667/
  http://example.com:0/ http://example.com:65536/ http://1.2.3.4.5/ http://4294967296/ http://[::1 http://
  http://[fe80::1%25eth0]/ http://a%00b.com/ //example.com/ /path example.com
`).concat([
  'http://127.0.0.1\\@example.com/',
  'http:\\\\127.0.0.1\\',
  '\thttp://127.0.0.1/',
  'ht\ntp://127.0.0.1/',
  'http://127.\t0.0.1/',
  'http://exa mple.com/',
  '',
])

/** Public addresses next to denied ranges, and well-known ones. */
export const allowedAddresses: readonly string[] = listed(`
  1.0.0.0 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.0 169.253.255.255 169.255.0.0
  172.15.255.255 172.32.0.0 191.255.255.255 192.0.1.0 192.0.3.0 192.31.195.255 192.88.98.255 192.88.100.0
  192.167.255.255 192.169.0.0 198.17.255.255 198.20.0.0 198.51.99.255 198.51.101.0 203.0.112.255 203.0.114.0
  223.255.255.255 168.63.129.15 168.63.129.17 8.8.8.8 1.1.1.1 2000:: 2001:200:: 2001:db7:ffff::1 2001:db9::
  2003::1 2606:4700:4700::1111 2620:4f:7fff:ffff::1 2620:4f:8001:: 2001:4860:4860::8888 3ffe:ffff::1 3fff:1000::
`)

/** URLs that look unusual but are allowed. */
export const allowedUrls: readonly string[] = listed(`
  http://example.com/ https://example.com http://example.com./ http://example.com:8080/ HTTPS://EXAMPLE.COM/
  http://localhost.example.com/ http://127.0.0.1.example.com/ http://mylocalhost.com/ http://notlocal.org/
  http://internal.example/ http://svc.example/ http://onion.example/ http://xn--bcher-kva.example/
  http://bücher.example/ http://@example.com/ http://example.com/?u=http://127.0.0.1/ http://134744072/
  http://example.com/a@b:c http://0x08.8.8.8/ http://[2606:4700::1111]:8080/ http://a-b_c.example.com/
  http://corp.example.com/ http://home.example.org/ http://lan.example/ http://www.internal.com/ http://mail.example.com/
  http://private.dev/ http://metadata.example.com/ http://kubernetes.io/ http://default.com/ http://localdomain.org/
  http://consul.io/ http://cloudapp.net/ http://myinternal.cloudapp.net/ http://fritzbox.com/ http://mycorp.zone/
  http://svc.host/ http://президент.рф/ http://a.b.co.uk/ http://x.network/ http://x.group/ http://arpa.net/
  http://metadata.goog.example/ http://shop.test/ http://x.xn--11b4c3d/ http://local.com/ http://service.consul.com/
`)
