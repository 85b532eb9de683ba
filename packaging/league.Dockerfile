# The league with the page in it, and nothing else, for a user that is not root.
#   docker build -f packaging/league.Dockerfile -t taquin-league .
FROM node:22-bookworm AS build
COPY --from=rust:1.95-bookworm /usr/local/cargo /usr/local/cargo
COPY --from=rust:1.95-bookworm /usr/local/rustup /usr/local/rustup
ENV PATH=/usr/local/cargo/bin:$PATH RUSTUP_HOME=/usr/local/rustup CARGO_HOME=/usr/local/cargo
WORKDIR /taquin
COPY . .
RUN cargo xtask web && cargo build --locked --release --package taquin-league

FROM debian:bookworm-slim
COPY --from=build /taquin/target/release/taquin-league /usr/local/bin/taquin-league
COPY LICENSE-MIT LICENSE-APACHE /usr/share/doc/taquin-league/
RUN useradd --system --uid 715 --create-home --home-dir /data taquin
USER 715
WORKDIR /data
EXPOSE 8015
ENTRYPOINT ["taquin-league"]
CMD ["serve", "--host", "0.0.0.0", "--data", "/data"]
