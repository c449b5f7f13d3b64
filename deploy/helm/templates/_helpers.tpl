{{- define "office.selector" -}}
app.kubernetes.io/name: office
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "office.labels" -}}
{{ include "office.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name (.Chart.Version | replace "+" "_") }}
{{- end }}

{{/* The names of the volumes that are kept; each is mounted at /app/<name>. */}}
{{- define "office.kept" -}}
data workspaces workspace
{{- end }}

{{- define "office.image" -}}
{{- if .Values.image.digest -}}
{{ .Values.image.repository }}@{{ .Values.image.digest }}
{{- else -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end -}}
{{- end }}

{{- define "office.hosts" -}}
{{- $hosts := list .Release.Name -}}
{{- if .Values.ingress.enabled }}{{ $hosts = append $hosts .Values.ingress.host }}{{ end -}}
{{ concat $hosts .Values.allowedHosts | uniq | join "," }}
{{- end }}

{{/* What a claim asks for, given the root, its name and the mode of access. */}}
{{- define "office.claim" -}}
accessModes: [{{ .mode }}]
{{- with .root.Values.persistence.storageClass }}
storageClassName: {{ . }}
{{- end }}
resources: { requests: { storage: {{ (index .root.Values.persistence .name).size }} } }
{{- end }}
