{{/* Helpers of the templates. */}}

{{/* Version of the workers of this release, as Temporal knows it. */}}
{{- define "seine.build" -}}
{{- if .Values.forKustomize -}}latest-build{{- else -}}{{ .Values.workers.build | default .Chart.AppVersion }}{{- end -}}
{{- end }}

{{/* End of the names of everything that belongs to one release of the workers. */}}
{{- define "seine.buildSuffix" -}}
{{- if not .Values.forKustomize -}}-{{ include "seine.build" . | lower | replace "." "-" | replace "_" "-" | trunc 40 | trimSuffix "-" }}{{- end -}}
{{- end }}

{{/* Labels of every object. kustomize adds its own. */}}
{{- define "seine.labels" -}}
app.kubernetes.io/name: {{ .name }}
{{- if not .root.Values.forKustomize }}
app.kubernetes.io/part-of: seine
app.kubernetes.io/instance: {{ .root.Release.Name | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
app.kubernetes.io/version: {{ .version | default .root.Chart.AppVersion | quote }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version | replace "+" "_" }}
{{- end }}
{{- end }}

{{/* Labels of the objects of one release of the workers, which Helm keeps. Only these have the component. */}}
{{- define "seine.releaseLabels" -}}
{{ include "seine.labels" (dict "root" .root "name" .name "version" (include "seine.build" .root)) }}
{{- if not .root.Values.forKustomize }}
app.kubernetes.io/component: worker-release
{{- end }}
{{- end }}

{{/*
Annotation of what the workers of all releases need, and Helm leaves in place with them after `helm uninstall`. These
objects do not have the component above: they belong to no release. None of them may depend on a value, because Helm
would leave it in place as well when that value changes.
*/}}
{{- define "seine.keep" -}}
helm.sh/resource-policy: keep
{{- end }}

{{/* Labels and annotation of an object that the workers of all releases need. */}}
{{- define "seine.keptMetadata" -}}
labels:
  {{- include "seine.labels" . | nindent 2 }}
annotations:
  {{- include "seine.keep" .root | nindent 2 }}
{{- end }}

{{/* Matchers of series of the workers of this release alone. The labels are those that the PodMonitors of the chart give. */}}
{{- define "seine.ofRelease" -}}
{{- if .Values.monitoring.podMonitors -}}
,namespace="{{ .Release.Namespace }}",app_kubernetes_io_version="{{ include "seine.build" . }}"
{{- end -}}
{{- end }}

{{/* Labels by which the pods of a release of the workers are selected. */}}
{{- define "seine.workerSelector" -}}
app.kubernetes.io/name: {{ .name }}
{{- if not .root.Values.forKustomize }}
app.kubernetes.io/version: {{ include "seine.build" .root | quote }}
{{- end }}
{{- end }}

{{/* Reference of an image: by digest where one is given, otherwise by tag. Without a tag for kustomize. */}}
{{- define "seine.image" -}}
{{- $image := get .root.Values.images .key -}}
{{- $registry := .root.Values.images.registry -}}
{{- $name := $image.repository -}}
{{- if $registry }}{{ $name = printf "%s/%s" (trimSuffix "/" $registry) $name }}{{ end -}}
{{- if $image.digest -}}
{{ $name }}@{{ $image.digest }}
{{- else if .root.Values.forKustomize -}}
{{ $name }}
{{- else -}}
{{ $name }}:{{ $image.tag | default (.tag | default .root.Chart.AppVersion) }}
{{- end -}}
{{- end }}

{{/* Name of a PriorityClass of this release, which belongs to the whole cluster. */}}
{{- define "seine.priorityClass" -}}
{{ .root.Release.Namespace }}-{{ .priority }}
{{- end }}

{{/* Fails when an autoscaler could not work with the numbers of pods. */}}
{{- define "seine.checkReplicas" -}}
{{- range list "gateway" "scrapeWorker" "browserWorker" -}}
{{- $replicas := (index $.Values .).replicas -}}
{{- if and (ne $.Values.scaling "off") (gt (int $replicas.min) (int $replicas.max)) -}}
{{- fail (printf "%s.replicas.min (%d) is above %s.replicas.max (%d)" . (int $replicas.min) . (int $replicas.max)) -}}
{{- end -}}
{{- end -}}
{{- end }}

{{/*
Number of pods of a Deployment: the minimum without an autoscaler, otherwise as many as there are. Helm deletes a field
that the revision before had and this one does not, and Kubernetes would then start one pod in place of all. It is
unknown where the chart is rendered without a cluster.
*/}}
{{- define "seine.replicas" -}}
{{- if eq .root.Values.scaling "off" -}}
replicas: {{ .min }}
{{- else -}}
{{- with lookup "apps/v1" "Deployment" .root.Release.Namespace .name -}}
replicas: {{ .spec.replicas | int }}
{{- end -}}
{{- end -}}
{{- end }}

{{/* Where a pod may run, and what else an operator gives it. */}}
{{- define "seine.placement" -}}
{{- with .root.Values.images.pullSecrets }}
imagePullSecrets:
{{- range . }}
  - name: {{ . | quote }}
{{- end }}
{{- end }}
{{- if .values.priorityClassName }}
priorityClassName: {{ .values.priorityClassName | quote }}
{{- else if .root.Values.priorityClasses.create }}
priorityClassName: {{ include "seine.priorityClass" . }}
{{- end }}
{{- with .values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .values.affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{/* Spread over nodes, and over zones where nodes have one, unless the values say otherwise. */}}
{{- define "seine.spread" -}}
{{- with .root.Values.topologySpread -}}
topologySpreadConstraints:
{{- range . }}
  - {{ toYaml . | nindent 4 | trim }}
    labelSelector:
      matchLabels:
        {{- $.selector | nindent 8 }}
{{- end }}
{{- end }}
{{- end }}

{{/* Settings in files, from Secrets: keys are names of settings. An environment is visible beyond its process. */}}
{{- define "seine.secretsEnv" -}}
- name: SEINE_SECRETS_DIRS
  value: /etc/seine/secrets
{{- end }}
{{- define "seine.secretsMount" -}}
- name: secrets
  mountPath: /etc/seine/secrets
  readOnly: true
{{- end }}
{{/* Where two of them have the same key, the later one takes precedence. */}}
{{- define "seine.secretsVolume" -}}
- name: secrets
  projected:
    # Readable by the group of the process, which is the fsGroup of the pod.
    defaultMode: 0440
    sources:
{{- range .required }}
      - secret: { name: {{ . | quote }} }
{{- end }}
{{- range .optional }}
      - secret: { name: {{ . | quote }}, optional: true }
{{- end }}
{{- end }}

{{/* Certificates for Temporal, from a Secret. */}}
{{- define "seine.temporalMount" -}}
{{- if .Values.temporal.tls.secretName }}
- name: temporal-tls
  mountPath: /etc/seine/temporal-tls
  readOnly: true
{{- end }}
{{- end }}
{{- define "seine.temporalVolume" -}}
{{- if .Values.temporal.tls.secretName }}
- name: temporal-tls
  secret:
    secretName: {{ .Values.temporal.tls.secretName | quote }}
    defaultMode: 0440
{{- end }}
{{- end }}

{{/* Redis that the processes share; fails while nothing is decided for several scrape workers. */}}
{{- define "seine.redisUrl" -}}
{{- $url := .Values.redis.url -}}
{{- $replicas := .Values.scrapeWorker.replicas -}}
{{- $workers := ternary $replicas.min $replicas.max (eq .Values.scaling "off") | int -}}
{{- if and (not $url) (not .Values.forKustomize) (gt $workers 1) -}}
{{- fail (printf "redis.url is not set, and there may be %d scrape workers: without a shared Redis each of them sends a host as many requests as one may. Set redis.url to redis://HOST:PORT, to `secret` when the Secrets %s and %s have SEINE_REDIS_URL, or to `none` to accept this." $workers .Values.secrets.gateway .Values.secrets.pages) -}}
{{- end -}}
{{- if not (has $url (list "secret" "none")) }}{{ $url }}{{ end -}}
{{- end }}

{{/* Port at the end of the host of a URL; empty for none. An IPv6 address has colons too. */}}
{{- define "seine.urlPort" -}}
{{- regexFind ":[0-9]+$" (urlParse .).host | trimPrefix ":" -}}
{{- end }}

{{/* Rule of a NetworkPolicy for Redis, where there is one. */}}
{{- define "seine.toRedis" -}}
{{- if ne .Values.redis.url "none" -}}
- ports:
    - { protocol: TCP, port: {{ include "seine.urlPort" (include "seine.redisUrl" .) | default .Values.network.redisPort }} }
  to:
    - namespaceSelector:
        matchLabels:
          kubernetes.io/metadata.name: {{ .Values.network.redisNamespace | quote }}
{{- range .Values.network.redisAddresses }}
    - ipBlock: { cidr: {{ . | quote }} }
{{- end }}
{{- end }}
{{- end }}

{{/* Port of the collector of traces: that of its URL. */}}
{{- define "seine.tracesPort" -}}
{{- $ofScheme := ternary "443" "80" (hasPrefix "https:" .Values.traces.endpoint) -}}
{{- include "seine.urlPort" .Values.traces.endpoint | default $ofScheme -}}
{{- end }}

{{/* Scheme of calls between services. */}}
{{- define "seine.workerScheme" -}}
{{- if .Values.workerTls.secretName }}https{{ else }}http{{ end -}}
{{- end }}

{{/* Security of a pod of the restricted standard. */}}
{{- define "seine.podSecurity" -}}
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  runAsGroup: 10001
  {{- if .fsGroup }}
  fsGroup: 10001
  {{- end }}
  seccompProfile:
    type: RuntimeDefault
{{- end }}
{{- define "seine.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end }}

{{/* Public addresses: everything but the ranges that Seine never fetches. */}}
{{- define "seine.publicAddresses" -}}
- ipBlock:
    cidr: 0.0.0.0/0
    except:
      - 0.0.0.0/8
      - 10.0.0.0/8
      - 100.64.0.0/10
      - 127.0.0.0/8
      - 169.254.0.0/16
      - 172.16.0.0/12
      - 192.0.0.0/24
      - 192.0.2.0/24
      - 192.31.196.0/24
      - 192.52.193.0/24
      - 192.88.99.0/24
      - 192.168.0.0/16
      - 192.175.48.0/24
      - 198.18.0.0/15
      - 198.51.100.0/24
      - 203.0.113.0/24
      - 224.0.0.0/4
      - 240.0.0.0/4
      - 168.63.129.16/32
- ipBlock:
    cidr: 2000::/3
    except:
      - 2001::/23
      - 2001:db8::/32
      - 2002::/16
      - 2620:4f:8000::/48
      - 3fff::/20
{{- end }}
