import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import Provider from "oidc-provider";

/** A certified OpenID Connect provider on the loopback address, whose people log in by saying who they are. */
export async function startRealProvider(client: { id: string; secret: string }) {
  let provider: Provider | null = null;
  let accountId = "";
  const jar = new Map<string, string>();
  const server = createServer((request, response) => {
    if (provider === null) return void response.writeHead(503).end();
    if (request.url?.startsWith("/interaction/")) return void decide(provider, request, response);
    provider.callback()(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`;

  async function decide(to: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { prompt, session, params } = await to.interactionDetails(request, response);
    if (prompt.name === "login") {
      return void (await to.interactionFinished(request, response, { login: { accountId } }));
    }
    const grant = new to.Grant({
      accountId: session?.accountId ?? "",
      clientId: String(params["client_id"]),
    });
    grant.addOIDCScope("openid profile email");
    const consent = { grantId: await grant.save() };
    await to.interactionFinished(request, response, { consent }, { mergeWithLastSubmission: true });
  }

  async function visit(url: URL, init: RequestInit = {}): Promise<Response> {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(url, { ...init, redirect: "manual", headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ""] = line.split(";");
      const at = pair.indexOf("=");
      jar.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return response;
  }

  return {
    issuer,
    /** Serves a platform, whose addresses are known once it listens. */
    serve(origin: string): void {
      provider = new Provider(issuer, {
        clients: [
          {
            client_id: client.id,
            client_secret: client.secret,
            redirect_uris: [`${origin}/auth-redirect`, `${origin}/bind`],
            response_types: ["code"],
            grant_types: ["authorization_code"],
            backchannel_logout_uri: `${origin}/prod-api/sso/real/backchannelLogout`,
            backchannel_logout_session_required: true,
          },
        ],
        // Its own dispatcher refuses addresses of this machine, where the platform under test is.
        fetch: (to: URL, { dispatcher: _, ...init }: RequestInit & { dispatcher?: unknown }) =>
          fetch(to, init),
        cookies: { keys: ["a key of this test alone"] },
        features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
        interactions: {
          url: (_context: unknown, interaction: { uid: string }) => `/interaction/${interaction.uid}`,
        },
        findAccount: (_context: unknown, id: string) => ({ accountId: id, claims: () => ({ sub: id }) }),
      });
    },
    /** Logs in there as a browser does; gives what the redirect back carries. */
    async logIn(url: string, as: string) {
      accountId = as;
      jar.clear();
      let next = new URL(url);
      while (next.origin === issuer) {
        const location = (await visit(next)).headers.get("location");
        if (location === null)
          throw new Error(`the provider answered without a redirect at ${next.pathname}`);
        next = new URL(location, next);
      }
      const query = next.searchParams;
      return { state: query.get("state") ?? "", code: query.get("code") ?? "", iss: query.get("iss") ?? "" };
    },
    /** Ends the session there, as its user confirms it; the provider reports that to the platform. */
    async logOut(): Promise<void> {
      const page = await (await visit(new URL(`${issuer}/session/end`))).text();
      const xsrf = /name="xsrf" value="([^"]+)"/.exec(page)?.[1] ?? "";
      const body = new URLSearchParams({ xsrf, logout: "yes" });
      await visit(new URL(`${issuer}/session/end/confirm`), { method: "POST", body });
    },
    close: (): void => void server.close(),
  };
}
