# The program with the page in it, and nothing else, for a user that is not root.
#   docker build -t taquin . && docker run --rm -p 127.0.0.1:4715:4715 taquin
#   docker run --rm taquin solve '8 6 7/2 5 4/3 0 1'
FROM node:22-bookworm AS build
COPY --from=rust:1.95-bookworm /usr/local/cargo /usr/local/cargo
COPY --from=rust:1.95-bookworm /usr/local/rustup /usr/local/rustup
ENV PATH=/usr/local/cargo/bin:$PATH RUSTUP_HOME=/usr/local/rustup CARGO_HOME=/usr/local/cargo
WORKDIR /taquin
COPY . .
RUN cargo xtask web && cargo build --locked --release --package taquin-cli

FROM debian:bookworm-slim
COPY --from=build /taquin/target/release/taquin /usr/local/bin/taquin
COPY LICENSE-MIT LICENSE-APACHE /usr/share/doc/taquin/
RUN useradd --system --uid 715 --create-home --home-dir /var/lib/taquin taquin
USER 715
WORKDIR /var/lib/taquin
EXPOSE 4715
ENTRYPOINT ["taquin"]
CMD ["serve", "--host", "0.0.0.0", "--port", "4715"]
