{{/* The pod of both kinds of workload. */}}
{{- define "office.pod" -}}
{{- if le (mul 1000 (int .Values.terminationGracePeriodSeconds)) (add 4000 (int .Values.drainDelayMs)) }}
{{- fail "terminationGracePeriodSeconds must be more than drainDelayMs and four seconds" }}
{{- end -}}
metadata:
  labels:
    {{- include "office.selector" . | nindent 4 }}
  {{- with .Values.podAnnotations }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  automountServiceAccountToken: false
  enableServiceLinks: false
  terminationGracePeriodSeconds: {{ .Values.terminationGracePeriodSeconds }}
  securityContext:
    {{- toYaml .Values.podSecurityContext | nindent 4 }}
  {{- with .Values.imagePullSecrets }}
  imagePullSecrets:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- if .Values.redis.secret }}
  topologySpreadConstraints:
    - maxSkew: 1
      topologyKey: kubernetes.io/hostname
      whenUnsatisfiable: ScheduleAnyway
      labelSelector:
        matchLabels:
          {{- include "office.selector" . | nindent 10 }}
  {{- end }}
  {{- with .Values.nodeSelector }}
  nodeSelector:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .Values.tolerations }}
  tolerations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .Values.affinity }}
  affinity:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  containers:
    - name: office
      image: {{ include "office.image" . | quote }}
      imagePullPolicy: {{ .Values.image.pullPolicy }}
      ports:
        - { name: http, containerPort: 8787 }
      env:
        {{- include "office.env" . | nindent 8 }}
      {{- with .Values.envFrom }}
      envFrom:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      startupProbe:
        httpGet: { path: /livez, port: http }
        {{- toYaml .Values.probes.startup | nindent 8 }}
      livenessProbe:
        httpGet: { path: /livez, port: http }
        {{- toYaml .Values.probes.liveness | nindent 8 }}
      readinessProbe:
        httpGet: { path: /readyz, port: http }
        {{- toYaml .Values.probes.readiness | nindent 8 }}
      resources:
        {{- toYaml .Values.resources | nindent 8 }}
      securityContext:
        {{- toYaml .Values.securityContext | nindent 8 }}
      volumeMounts:
        {{- range splitList " " (include "office.kept" .) }}
        - { name: {{ . }}, mountPath: /app/{{ . }} }
        {{- end }}
        - { name: tmp, mountPath: /tmp }
        - { name: home, mountPath: /home/node }
        - { name: secrets, mountPath: /run/secrets/office, readOnly: true }
  volumes:
    {{- $root := . }}
    {{- range splitList " " (include "office.kept" .) }}
    {{- $claim := (index $root.Values.persistence .).claim }}
    {{- if or $claim $root.Values.redis.secret }}
    - name: {{ . }}
      persistentVolumeClaim: { claimName: {{ $claim | default (printf "%s-%s" $root.Release.Name .) }} }
    {{- end }}
    {{- end }}
    - name: tmp
      emptyDir: { sizeLimit: 256Mi }
    - name: home
      emptyDir: { sizeLimit: 256Mi }
    - name: secrets
      projected:
        # 0440
        defaultMode: 288
        sources:
          - secret: { name: {{ .Values.token.secret }}, items: [{ key: {{ .Values.token.key }}, path: api-token }] }
          {{- with .Values.postgres }}
          {{- if .secret }}
          - secret: { name: {{ .secret }}, items: [{ key: {{ .key }}, path: db }] }
          {{- end }}
          {{- end }}
          {{- with .Values.redis }}
          {{- if .secret }}
          - secret: { name: {{ .secret }}, items: [{ key: {{ .key }}, path: redis }] }
          {{- end }}
          {{- end }}
{{- end }}

{{- define "office.env" -}}
- { name: OFFICE_API_TOKEN_FILE, value: /run/secrets/office/api-token }
{{- if .Values.postgres.secret }}
- { name: OFFICE_DB_FILE, value: /run/secrets/office/db }
{{- end }}
{{- if .Values.redis.secret }}
- { name: OFFICE_REDIS_URL_FILE, value: /run/secrets/office/redis }
- name: OFFICE_REPLICA_ID
  valueFrom: { fieldRef: { fieldPath: metadata.name } }
{{- end }}
- { name: OFFICE_DRAIN_DELAY_MS, value: {{ .Values.drainDelayMs | int | quote }} }
- { name: OFFICE_ALLOWED_HOSTS, value: {{ include "office.hosts" . | quote }} }
{{- if .Values.ingress.enabled }}
{{- $path := trimSuffix "/" .Values.ingress.path }}
{{- with $path }}
- { name: OFFICE_BASE_PATH, value: {{ . | quote }} }
{{- end }}
- name: OFFICE_PUBLIC_URL
  value: {{ printf "%s://%s%s/" (ternary "https" "http" (ne .Values.ingress.tlsSecret "")) .Values.ingress.host $path | quote }}
{{- end }}
{{- range $name, $value := .Values.env }}
- { name: {{ $name }}, value: {{ $value | quote }} }
{{- end }}
{{- end }}
