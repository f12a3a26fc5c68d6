r"""Kinds of token that a literal tells: tables of names, literals, and what stands around them.

One row is one kind, as its vendor documents it (most publish a prefix so that scanners find it).
`\w` is ASCII, and literals are matched in the case that they are written in. Where a vendor says
that tokens may grow, the length is a range.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator


class Kind(NamedTuple):
    """A kind of token: its name in findings, its literal, a pattern of what follows that.

    `before` has a pattern for each of the forms that the part in front of the literal may have;
    one pattern has one length. Where it has any, one of them has to be there.
    """

    name: str
    literal: str
    rest: str
    before: tuple[str, ...] = ()


_SHAPES = {
    "<private>": "(?:UFJJVkFUR|BSSVZBVEU|QUklWQVRF)",
    "<jwt>": r"[\w-]{10,4096}\.(?:ey[\w-]{10,8192}(?:\.[\w-]{0,4096})?"
    r"|[\w-]{16,8192}\.[\w-]{16,8192}(?:\.[\w-]{0,8192}){0,2})",
    "<uuid>": "[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}",
    "<slack>": "(?=[A-Za-z-]{0,40}[0-9])(?=[0-9-]{0,60}[A-Za-z])[0-9A-Za-z-]{12,255}",
}

# name, prefix, rest
_PREFIXED = r"""
# clouds and hosts
aws-access-key             AKIA               [A-Z0-9]{16}
aws-temporary-key          ASIA               [A-Z0-9]{16}
aws-bearer                 ABIA               [A-Z0-9]{16}
aws-context                ACCA               [A-Z0-9]{16}
aws-legacy-key             A3T                [A-Z0-9]{17}
aws-bedrock-key            ABSKQmVkcm9ja0FQSUtleS [A-Za-z0-9+/]{100,400}={0,2}
aws-bedrock-session        bedrock-api-key-   YmVkcm9jay5hbWF6b25hd3MuY29t[\w+/=%-]{0,4096}
aws-marketplace            amzn.mws.          <uuid>
aws-appsync                da2-               [a-z0-9]{26}
amazon-oauth-secret        amzn1.oa2-cs.v1.   [0-9a-f]{64}
google-api-key             AIza               [\w-]{35}
google-oauth-secret        GOCSPX-            [\w-]{24,34}
google-oauth-token         ya29.              [\w-]{20,1024}
google-refresh-token       1//0               [\w-]{40,256}
google-hmac                GOOG1E             [A-Z0-9]{55}
alibaba-access-key         LTAI               [A-Za-z0-9]{12,24}
tencent-secret-id          AKID               [A-Za-z0-9]{13,40}
volcengine-access-key      AKLT               [\w+/=-]{40,90}
digitalocean-token         dop_v1_            [0-9a-f]{64}
digitalocean-oauth         doo_v1_            [0-9a-f]{64}
digitalocean-refresh       dor_v1_            [0-9a-f]{64}
yandex-api-key             AQVN               [\w-]{34,40}
yandex-iam-token           t1.                [\w-]{40,400}={0,2}\.[\w-]{80,100}={0,2}
yandex-static-key          YCAJE              [\w-]{20}
yandex-oauth               y0_                [\w-]{55,64}
heroku-key                 HRKU-              [\w-]{36,60}
fly-oauth                  fo1_               [\w-]{43}
fly-macaroon               fm1r_              [A-Za-z0-9+/]{100,4096}={0,2}
fly-macaroon               fm1a_              [A-Za-z0-9+/]{100,4096}={0,2}
fly-macaroon               fm2_               [A-Za-z0-9+/]{100,4096}={0,2}
render-key                 rnd_               [A-Za-z0-9]{32}
netlify-token              nfp_               [A-Za-z0-9]{36,40}
vercel-blob                vercel_blob_rw_    \w{20,80}
scaleway-access-key        SCW                [A-Z0-9]{17}
cloudflare-origin-ca       v1.0-              [0-9a-f]{24}-[0-9a-f]{146}
exoscale-key               EXO                [0-9a-f]{24}
upcloud-token              ucat_              [A-Z0-9]{26}
scalingo-token             tk-us-             [\w-]{48}
openshift-token            sha256~            [\w-]{43}
swarm-join                 SWMTKN-1-          [0-9a-z]{50}-[0-9a-z]{25}
swarm-unlock               SWMKEY-1-          [A-Za-z0-9+/]{43}
tailscale-key              tskey-             [a-z]{2,10}-\w{6,24}(?:-\w{4,40})?
defined-networking         dnkey-             [\w=-]{26}-[\w=-]{52}
proxmox-token              PVEAPIToken=       [\w.@-]{3,64}![\w-]{1,64}=<uuid>
google-express-key         AQ.Ab              [\w-]{40,64}
aws-session-token          IQoJb3JpZ2luX2Vj   [A-Za-z0-9+/%]{100,4096}={0,2}
aws-session-token          FwoGZXIvYXdzE      [A-Za-z0-9+/%]{100,4096}={0,2}
aws-session-token          FQoGZXIvYXdzE      [A-Za-z0-9+/%]{100,4096}={0,2}
amazon-login-token         Atza|              [\w+/=-]{60,2048}
amazon-login-refresh       Atzr|              [\w+/=-]{60,2048}
azure-shared-access        sig=               [A-Za-z0-9%/+]{40,70}(?:%3[Dd]|=)
backblaze-key              K00                [0-9][A-Za-z0-9+/]{27}
vercel-token               vcp_               [A-Za-z0-9]{40,64}
vercel-gateway-key         vck_               [A-Za-z0-9]{40,64}
# databases
planetscale-token          pscale_tkn_        [\w=.-]{32,64}
planetscale-oauth          pscale_oauth_      [\w=.-]{32,64}
planetscale-password       pscale_pw_         [\w=.-]{32,64}
supabase-token             sbp_               (?:oauth_)?[0-9a-z]{40}
supabase-secret            sb_secret_         [\w-]{22,40}
neon-key                   napi_              [a-z0-9]{50,80}
neon-password              npg_               [A-Za-z0-9]{12}
aiven-password             AVNS_              [\w-]{16,24}
databricks-token           dapi               [0-9a-h]{32}(?:-[0-9]{1,2})?
datastax-token             AstraCS:           [A-Za-z]{24}:[0-9a-f]{64}
clickhouse-key             4b1d               [A-Za-z0-9]{38}
cockroach-key              CCDB1_             [A-Za-z0-9]{22}_[A-Za-z0-9]{40}
confluent-secret           cflt               [A-Za-z0-9+/]{60}
fauna-key                  fnA                [\w-]{37}
mongodb-service-secret     mdb_sa_sk_         [\w-]{40}
xata-key                   xau_               [A-Za-z0-9]{32,48}
elastic-service-key        essu_              [A-Za-z0-9+/]{40,200}={0,2}
convex-key                 prod:              [a-z]+-[a-z]+-[0-9]{1,4}\|[A-Za-z0-9+/=]{40,300}
# code hosts, builds, tools
github-pat                 ghp_               [A-Za-z0-9]{36,251}
github-oauth               gho_               [A-Za-z0-9]{36,251}
github-user                ghu_               [A-Za-z0-9]{36,251}
github-app                 ghs_               [A-Za-z0-9]{36,251}
github-refresh             ghr_               [A-Za-z0-9]{36,251}
github-fine-grained        github_pat_        \w{36,251}
gitlab-pat                 glpat-             [\w-]{20,300}(?:\.[0-9a-z]{2}[0-9a-z]{7})?
gitlab-deploy              gldt-              [\w-]{20,50}
gitlab-runner              glrt-              [\w-]{20,300}(?:\.[0-9a-z]{2}[0-9a-z]{7})?
gitlab-runner-registration glrtr-             [\w-]{20,60}
gitlab-registration        GR1348941          [\w-]{20,60}
gitlab-job                 glcbt-             [\w-]{20,64}
gitlab-trigger             glptt-             [\w-]{40}
gitlab-feed                glft-              [\w-]{20,64}
gitlab-feature-flags       glffct-            [\w-]{20,64}
gitlab-mail                glimt-             [\w-]{25,64}
gitlab-agent               glagent-           [\w-]{50,300}
gitlab-oauth-secret        gloas-             [\w-]{64}
gitlab-scim                glsoat-            [\w-]{20,64}
gitlab-workspace           glwt-              [\w-]{20,64}
gitlab-session             _gitlab_session=   [0-9a-z]{32}
bitbucket-app-password     ATBB               [A-Za-z0-9]{32}
bitbucket-access-token     ATCTT3xFfG         [\w=-]{100,300}
atlassian-token            ATATT3xFfG         [\w=-]{60,300}
sourcegraph-token          sgp_               (?:[0-9a-fA-F]{16}_|local_)?[0-9a-fA-F]{40}
segment-token              sgp_               [A-Za-z0-9]{64}
sourcegraph-license        slk_               [0-9a-f]{64}
circleci-pat               CCIPAT_            [A-Za-z0-9]{20,26}_[0-9a-zA-Z]{40,50}
circleci-project           CCIPRJ_            [A-Za-z0-9]{22}_[0-9a-f]{40}
buildkite-token            bkua_              [0-9a-z]{40}
buildkite-agent            bkct_              [\w.-]{32,200}
octopus-key                API-               [A-Z0-9]{25,29}
harness-token              pat.               [\w-]{22}\.[0-9a-zA-Z]{24}\.[0-9a-zA-Z]{20}
sonar-token                squ_               [0-9a-f]{40}
sonar-project              sqp_               [0-9a-f]{40}
sonar-analysis             sqa_               [0-9a-f]{40}
snyk-token                 snyk_uat.          [\w.-]{20,200}
snyk-service               snyk_sat.          [\w.-]{20,200}
dependency-track           odt_               [A-Za-z0-9]{32,45}(?:_[A-Za-z0-9]{32})?
stackhawk-key              hawk.              [\w-]{20}\.[\w-]{20}
jetbrains-token            perm:              (?:[A-Za-z0-9+/=]{4,120}\.){2}[A-Za-z0-9]{16,60}
wakatime-key               waka_              <uuid>
postman-key                PMAK-              [0-9a-f]{24}-[0-9a-f]{34}
postman-collection         PMAT-              [0-9A-Z]{26}
readme-key                 rdme_              [0-9a-z]{70}
intra42-secret             s-s4t2ud-          [0-9a-f]{64}
intra42-client             u-s4t2ud-          [0-9a-f]{64}
deno-deploy                ddp_               [A-Za-z0-9]{36}
deno-organization          ddo_               [A-Za-z0-9]{36}
valtown-token              vtwn_              [A-Za-z0-9]{27}
e2b-key                    e2b_               [0-9a-f]{40}
infracost-key              ico-               [A-Za-z0-9]{32}
prefect-key                pnu_               [A-Za-z0-9]{36}
prefect-service            pnb_               [A-Za-z0-9]{36}
inngest-signing-key        signkey-prod-      [0-9a-f]{64}
trigger-key                tr_prod_           [A-Za-z0-9]{20,24}
trigger-token              tr_pat_            [a-z0-9]{40}
zuplo-key                  zpka_              [a-z0-9]{32}_[a-z0-9]{8}
kong-token                 kpat_              [A-Za-z0-9]{40,64}
browserbase-key            bb_live_           [\w-]{24,40}
rootly-key                 rootly_            [0-9a-f]{64}
# registries and vaults
npm-token                  npm_               [A-Za-z0-9]{36}
pypi-token                 pypi-AgE           [\w-]{50,512}
rubygems-key               rubygems_          [0-9a-f]{48}
nuget-key                  oy2                [0-9a-z]{43}
clojars-token              CLOJARS_           [0-9a-zA-Z]{60}
docker-pat                 dckr_pat_          [\w-]{27}
docker-organization        dckr_oat_          [\w-]{27,40}
packagist-token            packagist_         [a-z]{3}_[0-9a-f]{68}
artifactory-key            AKCp               [A-Za-z0-9]{50,80}
artifactory-reference      cmVmd              [A-Za-z0-9]{55,64}
codemagic-token            codemagic_         [\w-]{30,60}
hashicorp-vault            hvs.               [\w-]{24,256}
hashicorp-vault-batch      hvb.               [\w-]{100,512}
hashicorp-vault-recovery   hvr.               [\w-]{24,256}
doppler-personal           dp.pt.             [A-Za-z0-9]{40,44}
doppler-cli                dp.ct.             [A-Za-z0-9]{40,44}
doppler-service            dp.st.             (?:[a-z0-9\-_]{2,35}\.)?[A-Za-z0-9]{40,44}
doppler-account            dp.sa.             [A-Za-z0-9]{40,44}
doppler-scim               dp.scim.           [A-Za-z0-9]{40,44}
doppler-audit              dp.audit.          [A-Za-z0-9]{40,44}
pulumi-token               pul-               [0-9a-f]{40}
1password-service          ops_eyJ            [A-Za-z0-9+/]{250,2048}={0,2}
1password-secret-key       A3-                \w{6}-(?:\w{11}|\w{6}-\w{5})(?:-[A-Z0-9]{5}){3}
age-secret-key             AGE-SECRET-KEY-1   [A-Z0-9]{58}
# models
anthropic-key              sk-ant-            [\w-]{40,150}
openai-project             sk-proj-           [\w-]{40,200}
openai-service             sk-svcacct-        [\w-]{40,200}
openai-admin               sk-admin-          [\w-]{40,200}
openrouter-key             sk-or-             v1-[0-9a-f]{64}
langfuse-key               sk-lf-             <uuid>
helicone-key               sk-helicone-       [\w-]{24,80}
openai-key                 sk-                [A-Za-z0-9]{20}T3BlbkFJ[A-Za-z0-9]{20}
model-key                  sk-                (?=[a-z]{0,63}[0-9A-Z])[A-Za-z0-9]{32,64}
huggingface-token          hf_                [A-Za-z0-9]{34,40}
huggingface-organization   api_org_           [A-Za-z]{34}
groq-key                   gsk_               [A-Za-z0-9]{48,56}
xai-key                    xai-               \w{60,100}
perplexity-key             pplx-              [A-Za-z0-9]{40,64}
replicate-token            r8_                [\w-]{37,48}
nvidia-key                 nvapi-             [\w-]{60,80}
cerebras-key               csk-               [a-z0-9]{40,64}
fireworks-key              fw_                [A-Za-z0-9]{22,24}
together-key               tgp_v1_            [\w-]{40,50}
jina-key                   jina_              [A-Za-z0-9]{50,64}
tavily-key                 tvly-              (?:dev-|prod-)?[A-Za-z0-9]{28,44}
firecrawl-key              fc-                [0-9a-f]{32}
langsmith-key              lsv2_              (?:pt|sk)_[0-9a-f]{32}_[0-9a-f]{10}
langchain-key              ls__               [0-9a-f]{32}
pinecone-key               pcsk_              \w{60,90}
runpod-key                 rpa_               [A-Z0-9]{40,50}[a-z0-9]{0,8}
anyscale-key               esecret_           [A-Za-z0-9]{26,40}
elevenlabs-key             sk_                [0-9a-f]{48}
wandb-key                  wandb_v1_          [\w-]{40,100}
apify-token                apify_api_         [A-Za-z0-9]{30,40}
voiceflow-key              VF.                (?:DM|WS)\.[0-9a-f]{24}\.[A-Za-z0-9]{16}
brave-key                  BSA                [\w-]{27,28}
# chat
slack-bot                  xoxb-              <slack>
slack-user                 xoxp-              <slack>
slack-workspace            xoxa-              <slack>
slack-refresh              xoxr-              <slack>
slack-legacy               xoxs-              <slack>
slack-legacy               xoxo-              <slack>
slack-client               xoxc-              <slack>
slack-cookie               xoxd-              [0-9A-Za-z%+/=-]{20,255}
slack-configuration        xoxe.xox           [bp]-[0-9]-[0-9A-Za-z]{100,250}
slack-configuration-refresh xoxe-              <slack>
slack-app                  xapp-              [0-9A-Za-z/-]{20,255}
slack-workflow             xwfp-              [0-9A-Za-z-]{20,255}
discord-mfa                mfa.               [\w-]{84}
intercom-token             dG9rOj             [A-Za-z0-9+/]{40,80}={0,2}
teamwork-token             tkn.v1_            [\w-]{60,90}={0,2}
instagram-token            IGQ                [\w-]{100,250}
# payment and shops
stripe-secret              sk_live_           [A-Za-z0-9]{10,255}
stripe-test                sk_test_           [A-Za-z0-9]{10,255}
stripe-restricted          rk_live_           [A-Za-z0-9]{10,255}
stripe-restricted          rk_test_           [A-Za-z0-9]{10,255}
stripe-secret              sk_prod_           [A-Za-z0-9]{10,255}
stripe-restricted          rk_prod_           [A-Za-z0-9]{10,255}
stripe-webhook             whsec_             [A-Za-z0-9+/=]{24,80}
square-token               sq0atp-            [\w-]{20,60}
square-secret              sq0csp-            [\w-]{30,60}
square-application         sq0idp-            [\w-]{22}
square-access              EAAA               [\w-]{22,80}
facebook-token             EAA                [A-Za-z0-9]{50,300}
paypal-token               access_token$production$ [0-9a-z]{16}\$[0-9a-f]{32}
paypal-sandbox             access_token$sandbox$ [0-9a-z]{16}\$[0-9a-f]{32}
razorpay-key               rzp_live_          \w{14}
razorpay-test              rzp_test_          \w{14}
plaid-token                access-sandbox-    <uuid>
plaid-token                access-production- <uuid>
plaid-token                access-development- <uuid>
mollie-or-gocardless       live_              [\w-]{30,48}
gocardless-sandbox         sandbox_           [\w-]{40}
flutterwave-secret         FLWSECK-           [0-9a-zA-Z]{32}-X
flutterwave-test           FLWSECK_TEST-      [0-9a-hA-H]{12}(?:[0-9a-zA-Z]{20}-X)?
flutterwave-public         FLWPUBK_TEST-      [0-9a-zA-Z]{32}-X
flutterwave-public         FLWPUBK-           [0-9a-zA-Z]{32}-X
shippo-token               shippo_live_       [0-9a-fA-F]{40}
shippo-test                shippo_test_       [0-9a-fA-F]{40}
easypost-token             EZAK               [A-Za-z0-9]{54}
easypost-test              EZTK               [A-Za-z0-9]{54}
duffel-token               duffel_            (?:test|live)_[\w=-]{43}
adyen-key                  AQE                [a-z][\w+/=-]{100,350}
paddle-key                 pdl_live_apikey_   \w{40,64}
paddle-key                 pdl_sdbx_apikey_   \w{40,64}
xendit-key                 xnd_               (?:development|production)_[A-Za-z0-9]{40,80}
midtrans-key               Mid-server-        [\w-]{20,40}
mercury-token              secret-token:      [\w.-]{20,120}
polar-token                polar_             [a-z]{3}_\w{32,64}
fleetbase-key              flb_live_          [A-Za-z0-9]{20}
pagarme-key                ak_live_           [A-Za-z0-9]{30}
shopify-token              shpat_             [0-9a-fA-F]{32}
shopify-custom             shpca_             [0-9a-fA-F]{32}
shopify-private            shppa_             [0-9a-fA-F]{32}
shopify-secret             shpss_             [0-9a-fA-F]{32}
flexport-token             shltm_             [\w-]{40}
clickup-token              pk_                [0-9]{6,9}_[0-9A-Z]{32}
klaviyo-key                pk_                [0-9a-f]{34}
settlemint-token           sm_                (?:aat|pat|sat)_[A-Za-z0-9]{16}
stytch-secret              secret-live-       [\w-]{36}=
stytch-secret              secret-test-       [\w-]{36}=
alchemy-key                alcht_             [A-Za-z0-9]{30}
quicknode-key              QN_                [0-9a-f]{32}
# monitoring
grafana-cloud              glc_               [A-Za-z0-9+/]{32,400}={0,2}
grafana-service            glsa_              [A-Za-z0-9]{32}_[0-9a-fA-F]{8}
grafana-key                eyJrIjoi           [A-Za-z0-9_=-]{60,400}
newrelic-user              NRAK-              [A-Za-z0-9]{27}
newrelic-insert            NRII-              [\w-]{32}
newrelic-query             NRIQ-              [\w-]{32}
newrelic-rest              NRRA-              [0-9a-f]{42}
newrelic-admin             NRAA-              [0-9a-f]{27}
newrelic-browser           NRJS-              [0-9a-f]{19}
newrelic-synthetics        NRSP-              [0-9a-z]{2}[0-9A-F]{34}
pixie-key                  px-api-            <uuid>
pixie-deploy               px-dep-            <uuid>
sentry-organization        sntrys_eyJ         [A-Za-z0-9+/=]{40,400}(?:_[A-Za-z0-9+/]{43})?
sentry-user                sntryu_            [0-9a-f]{64}
dynatrace-token            dt0                [a-z]0[0-9]\.[A-Za-z0-9]{24}\.[A-Za-z0-9]{64}
posthog-personal           phx_               [\w-]{43,48}
honeycomb-key              hcaik_             [0-9a-z]{58}
honeycomb-key              hcbik_             [0-9a-z]{58}
axiom-token                xaat-              <uuid>
axiom-personal             xapt-              <uuid>
launchdarkly-key           api-               <uuid>
launchdarkly-sdk           sdk-               <uuid>
adafruit-key               aio_               [A-Za-z0-9]{28}
ubidots-token              BBFF-              [A-Za-z0-9]{30}
pubnub-secret              sec-c-             [A-Za-z0-9]{48}
pubnub-publish             pub-c-             [0-9a-z]{8}(?:-[0-9a-z]{4}){3}-[0-9a-z]{12}
pubnub-subscribe           sub-c-             [0-9a-z]{8}(?:-[0-9a-z]{4}){3}-[0-9a-z]{12}
# mail, office, maps
sendgrid-key               SG.                [\w=-]{16,32}\.[\w=-]{32,64}
sendgrid-key               SG.                [\w=.-]{66}
brevo-key                  xkeysib-           [0-9a-f]{64}-[A-Za-z0-9]{16}
brevo-smtp                 xsmtpsib-          [0-9a-f]{64}-[A-Za-z0-9]{16}
mailgun-key                key-               [0-9a-z]{32}
mailgun-public             pubkey-            [0-9a-f]{32}
mailersend-key             mlsn.              [0-9a-f]{64}
onesignal-key              os_v2_app_         [a-z0-9]{80,120}
hubspot-token              pat-               (?:na|eu|ap)[0-9]-<uuid>
adobe-secret               p8e-               [\w-]{32}
figma-token                figd_              [\w-]{38,44}
figma-oauth                figo_              [\w-]{38,44}
notion-token               ntn_               [0-9]{11}[A-Za-z0-9]{32,35}
notion-secret              secret_            [A-Za-z0-9]{43}
linear-key                 lin_api_           [A-Za-z0-9]{40}
linear-oauth               lin_oauth_         [A-Za-z0-9]{40,64}
contentful-token           CFPAT-             [\w-]{43,50}
typeform-token             tfp_               [\w.=-]{40,64}
trello-token               ATTA               [0-9a-f]{64}[0-9A-Fa-f]{8}
dropbox-token              sl.                [\w-]{130,1300}
frameio-token              fio-u-             [\w=-]{64}
salesforce-session         00D                [A-Za-z0-9]{12,15}![\w.]{60,160}
zoho-token                 1000.              [0-9a-f]{32}\.[0-9a-f]{32}
fullstory-key              na1.               [A-Za-z0-9+/]{100}
nightfall-key              NF-                [A-Za-z0-9]{32}
calcom-key                 cal_live_          [0-9a-f]{32}
mapbox-secret              sk.eyJ             [\w-]{40,120}\.[\w-]{20,40}
mapbox-temporary           tk.eyJ             [\w-]{40,300}\.[\w-]{20,40}
twitter-bearer             AAAAAAAAAAAAAAAAAAAAA [A-Za-z0-9%]{60,120}
telnyx-key                 KEY0               [0-9A-F]{31}_[A-Za-z0-9]{22}
persona-key                persona_production_ [\w-]{30,60}
pinterest-token            pina_              [A-Z0-9]{40,120}
# JSON in base64, and keys in PEM
jwt            eyJ               <jwt>
private-key    LS0tLS1CRUdJTi    [A-Za-z0-9+/]{0,30}<private>[A-Za-z0-9+/]{40,16384}={0,2}
putty-key      Private-Lines:    \x20[0-9]{1,3}\r?\n(?:[A-Za-z0-9+/=]{4,76}\r?\n?){1,60}
"""

# name, address without its scheme, rest
_HOOKS = r"""
slack-webhook        hooks.slack.com/                 [a-z]{8,9}/[A-Za-z0-9+/]{40,90}
discord-webhook      discord.com/api/webhooks/        [0-9]{17,20}/[\w-]{60,80}
discord-webhook      discordapp.com/api/webhooks/     [0-9]{17,20}/[\w-]{60,80}
teams-webhook        outlook.office.com/webhook/      [0-9a-fA-F@-]{36,80}[\w/-]{0,120}
feishu-webhook       open.feishu.cn/open-apis/bot/    v2/hook/<uuid>
google-chat-webhook  chat.googleapis.com/v1/spaces/   [\w-]{8,16}/messages\?key=[\w%=&-]{40,200}
ifttt-webhook        maker.ifttt.com/trigger/         \w{1,60}/(?:json/)?with/key/[\w-]{20,60}
zapier-webhook       hooks.zapier.com/hooks/catch/    [0-9]{4,10}/\w{5,12}
make-webhook         hook.eu1.make.com/               [a-z0-9]{32}
make-webhook         hook.us1.make.com/               [a-z0-9]{32}
telegram-bot-url     api.telegram.org/bot             [0-9]{8,10}:[\w-]{35}
"""

# name, what stands before, literal, rest
_INNER = r"""
azure-devops-pat       [A-Za-z0-9]{76}       AZDO       [A-Za-z0-9]{4}
azure-key              [A-Za-z0-9]{52}       JQQJ99     [A-Za-z0-9]{26}
azure-search-key       [A-Za-z0-9]{42}       AzSe       [A-D][A-Za-z0-9]{5}
azure-function-key     [\w-]{44}             AzFu       [\w-]{5}[AQgw]==
azure-redis-key        [A-Za-z0-9]{33}       AzCa       [A-P][A-Za-z0-9]{5}=
azure-cosmos-key       [A-Za-z0-9+/]{76}     ACDb       [A-Za-z0-9+/]{5}[AQgw]==
azure-storage-key      [A-Za-z0-9+/]{76}     +ASt       [A-Za-z0-9+/]{5}[AQgw]==
azure-batch-key        [A-Za-z0-9+/]{76}     +ABa       [A-Za-z0-9+/]{5}[AQgw]==
azure-service-bus-key  [A-Za-z0-9+/]{33}     +ASb       [A-P][A-Za-z0-9+/]{5}=
azure-event-hub-key    [A-Za-z0-9+/]{33}     +AEh       [A-P][A-Za-z0-9+/]{5}=
azure-iot-key          [A-Za-z0-9+/]{33}     AIoT       [A-P][A-Za-z0-9+/]{5}=
azure-registry-key     [A-Za-z0-9+/]{42}     +ACR       [A-D][A-Za-z0-9+/]{5}
terraform-token        [A-Za-z0-9]{14}       .atlasv1.  [\w=-]{60,70}
telegram-bot           [0-9]{10}             :AA        [\w-]{32,33}
telegram-bot           [0-9]{9}              :AA        [\w-]{32,33}
telegram-bot           [0-9]{8}              :AA        [\w-]{32,33}
firebase-server-key    [\w-]{11}             :APA91b    [\w-]{120,180}
mailchimp-key          [0-9a-f]{32}          -us        [0-9]{1,2}
maxmind-key            \w{6}_\w{29}          _mmk       \b
newrelic-license       [0-9a-z]{36}          NRAL       \b
rapidapi-key           [0-9a-f]{10}          msh        [0-9a-f]{15}p1[0-9a-f]{5}jsn[0-9a-f]{12}
"""


def _rows(table: str) -> Iterator[tuple[str, ...]]:
    for word, shape in _SHAPES.items():
        table = table.replace(word, shape)
    for line in table.splitlines():
        if line and not line.startswith("#"):
            yield tuple(line.split())


KINDS: tuple[Kind, ...] = (
    *(Kind(name, literal, rest) for name, literal, rest in _rows(_PREFIXED)),
    *(
        Kind(name, literal, rest, ("https://", "http://", ""))
        for name, literal, rest in _rows(_HOOKS)
    ),
    *(Kind(name, literal, rest, (before,)) for name, before, literal, rest in _rows(_INNER)),
    *(Kind("twilio-api-key", f"SK{digit}", "[0-9a-f]{31}") for digit in "0123456789abcdef"),
    *(
        Kind("azure-client-secret", f"{digit}Q~", r"[\w~.-]{31,34}", (r"[\w~.-]{3}",))
        for digit in range(10)
    ),
    Kind(
        "teams-webhook",
        ".webhook.office.com/webhookb2/",
        r"[\w-]{36}@[\w-]{36}/\w+/\w{32}/[\w/-]{36,120}",
        tuple(rf"[\w-]{{{size}}}" for size in range(1, 41)),
    ),
    # the first digits of the id of a bot, in base64
    *(
        Kind("discord-bot", f"MT{third}", r"[\w-]{20,24}\.[\w-]{6}\.[\w-]{27,40}")
        for third in "AEIMQU"
    ),
)
"""Every kind; of those with one literal the first that fits counts."""

STEMS = (
    *("sk-", "sk_", "rk_", "pk_", "sq0", "xox", "dp.", "fm1", "FLW", "SWM", "PMA", "CCIP", "amzn"),
    *("rzp_", "snyk_", "lin_", "pdl_", "sntry", "dckr_", "pscale_", "shippo_", "access_token$"),
)
"""Rare beginnings that several literals share: one of them is looked for instead of each."""
