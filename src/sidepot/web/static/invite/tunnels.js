/** The commands that give a room an address on the internet. */

/** @typedef {"cloudflared" | "tailscale" | "ngrok" | "caddy" | "nginx"} Tool */

export const EXAMPLE = "https://cards.example.org";

/** How each program is started, or set up, for a room at an address. @type {Record<Tool, (address: string, port: number) => string>} */
export const COMMANDS = {
  cloudflared: (_, port) => `cloudflared tunnel --url http://127.0.0.1:${port}`,
  tailscale: (_, port) => `tailscale funnel ${port}`,
  ngrok: (_, port) => `ngrok http ${port}`,
  caddy: (address, port) => `caddy reverse-proxy --from ${address} --to 127.0.0.1:${port}`,
  nginx: (address, port) => {
    const { hostname, port: listens } = new URL(address);
    return [
      "server {",
      `    listen ${listens || 443} ssl;`,
      `    server_name ${hostname};`,
      `    ssl_certificate /etc/letsencrypt/live/${hostname}/fullchain.pem;`,
      `    ssl_certificate_key /etc/letsencrypt/live/${hostname}/privkey.pem;`,
      "    location / {",
      `        proxy_pass http://127.0.0.1:${port};`,
      "        proxy_http_version 1.1;",
      "        proxy_set_header Host $http_host;",
      "        proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;",
      "        proxy_set_header X-Forwarded-Proto $scheme;",
      "        proxy_set_header Upgrade $http_upgrade;",
      '        proxy_set_header Connection "upgrade";',
      "        proxy_read_timeout 1h;",
      "    }",
      "}",
    ].join("\n");
  },
};

const HOST = /^[a-z0-9.-]+$/; // nothing that a shell or a file of nginx would read as more than a name

/**
 * The address that was typed, as browsers show it; "" if it is none. A name alone is taken for one with HTTPS.
 * @param {string} typed
 */
export function addressOf(typed) {
  const text = typed.trim();
  try {
    const { protocol, hostname, origin } = new URL(text.includes("://") ? text : `https://${text}`);
    return protocol === "https:" && hostname.includes(".") && HOST.test(hostname) ? origin : "";
  } catch {
    return "";
  }
}

/**
 * The commands that start the room again for an address: as installed, and in a copy of the repository.
 * @param {string} address
 * @param {number} port
 * @returns {[installed: string, copied: string]}
 */
export function serveAgain(address, port) {
  const options = `${port === 8000 ? "" : `--port ${port} `}--https --origin ${address}`;
  return [`sidepot serve ${options}`, `make serve ARGS="${options}"`];
}
