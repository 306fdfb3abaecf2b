{{/* Settings that are not secret: those of all processes, and those of one kind. During an upgrade the gateway of the
     release before gets them too, so a setting that it does not know must depend on a value. */}}
{{- define "seine.settings" -}}
SEINE_TEMPORAL_ADDRESS: {{ .Values.temporal.address | quote }}
SEINE_TEMPORAL_NAMESPACE: {{ .Values.temporal.namespace | quote }}
{{- if .Values.temporal.tls.secretName }}
{{- if hasKey .Values.settings "SEINE_TEMPORAL_TLS" }}
{{- fail "temporal.tls.secretName sets SEINE_TEMPORAL_TLS to 'on': remove it from settings" }}
{{- end }}
SEINE_TEMPORAL_TLS: 'on'
{{- with .Values.temporal.tls.caKey }}
SEINE_TEMPORAL_TLS_CA_FILE: /etc/seine/temporal-tls/{{ . }}
{{- end }}
{{- with .Values.temporal.tls.certKey }}
SEINE_TEMPORAL_TLS_CERT_FILE: /etc/seine/temporal-tls/{{ . }}
{{- end }}
{{- with .Values.temporal.tls.keyKey }}
SEINE_TEMPORAL_TLS_KEY_FILE: /etc/seine/temporal-tls/{{ . }}
{{- end }}
{{- end }}
{{- if .Values.workerTls.secretName }}
SEINE_WORKER_TLS_CA_FILE: /etc/seine/worker-tls/{{ .Values.workerTls.caKey }}
SEINE_WORKER_TLS_CERT_FILE: /etc/seine/worker-tls/{{ .Values.workerTls.certKey }}
SEINE_WORKER_TLS_KEY_FILE: /etc/seine/worker-tls/{{ .Values.workerTls.keyKey }}
{{- end }}
{{- with .Values.store.endpoint }}
SEINE_S3_ENDPOINT: {{ . | quote }}
{{- end }}
SEINE_S3_REGION: {{ .Values.store.region | quote }}
SEINE_S3_BUCKET: {{ .Values.store.bucket | quote }}
# Time for load balancers and other pods to notice that a pod takes no more calls.
SEINE_DRAIN_DELAY_MS: '{{ .Values.drainDelayMs | int }}'
{{- with include "seine.redisUrl" . }}
SEINE_REDIS_URL: {{ . | quote }}
{{- end }}
{{- with .Values.publicUrl }}
SEINE_PUBLIC_URL: {{ . | quote }}
{{- end }}
{{- with .Values.traces.endpoint }}
SEINE_OTLP_ENDPOINT: {{ . | quote }}
SEINE_TRACE_RATIO: {{ $.Values.traces.ratio | quote }}
{{- end }}
{{- range $name, $value := .Values.settings }}
{{ $name }}: {{ $value | quote }}
{{- end }}
{{- end }}
{{- define "seine.gatewaySettings" -}}
SEINE_API_KEYS_FILE: /etc/seine/api-keys/api-keys.json
{{- if .Values.secrets.deliveryTargets }}
SEINE_DELIVERY_TARGETS_FILE: /etc/seine/delivery-targets/targets.json
{{- end }}
SEINE_SCRAPE_WORKERS: {{ include "seine.workerScheme" . }}://scrape-workers:8440
SEINE_BROWSER_WORKERS: {{ include "seine.workerScheme" . }}://browser-workers:8430
{{- end }}
{{- define "seine.scrapeWorkerSettings" -}}
# Webhooks are signed with the secrets of the keys.
SEINE_API_KEYS_FILE: /etc/seine/api-keys/api-keys.json
{{- if .Values.secrets.deliveryTargets }}
SEINE_DELIVERY_TARGETS_FILE: /etc/seine/delivery-targets/targets.json
{{- end }}
SEINE_BROWSER_WORKERS: {{ include "seine.workerScheme" . }}://browser-workers:8430
{{- end }}
{{- define "seine.workerVersion" -}}
SEINE_WORKER_DEPLOYMENT: {{ .Values.workers.deployment | quote }}
SEINE_WORKER_BUILD_ID: {{ include "seine.build" . | quote }}
{{- end }}

{{/* Annotation of a pod template that changes with the settings of its processes, which read them only at their start. */}}
{{- define "seine.settingsChecksum" -}}
{{- if not .root.Values.forKustomize -}}
{{- $settings := list -}}
{{- range .settings }}{{ $settings = append $settings (include . $.root) }}{{ end -}}
checksum/settings: {{ join "\n" $settings | sha256sum }}
{{- end -}}
{{- end }}
